/** What a model is built of. */
export interface PhoneSpecs {
  chip: string;
  cores: number;
  memoryGb: number;
  storageGb: readonly number[];
  screen: { inches: number; width: number; height: number; dpi: number; hertz: number };
  batteryMah: number;
}

function specs(
  chip: string,
  [cores, memoryGb, batteryMah]: readonly [number, number, number],
  storageGb: readonly number[],
  [inches, width, height, dpi, hertz]: readonly [number, number, number, number, number],
): PhoneSpecs {
  return { chip, cores, memoryGb, batteryMah, storageGb, screen: { inches, width, height, dpi, hertz } };
}

const usual = specs('Octa-core', [8, 8, 4800], [128, 256], [6.5, 1080, 2400, 420, 90]);

const known: Readonly<Record<string, PhoneSpecs>> = {
  'Google Pixel 8': specs('Tensor G3', [9, 8, 4575], [128, 256], [6.2, 1080, 2400, 428, 120]),
  'Google Pixel 9 Pro': specs('Tensor G4', [8, 16, 4700], [128, 256, 512], [6.3, 1280, 2856, 495, 120]),
  'Samsung Galaxy S24': specs('Exynos 2400', [10, 8, 4000], [128, 256], [6.2, 1080, 2340, 416, 120]),
  'Samsung Galaxy S25': specs('Snapdragon 8 Elite', [8, 12, 4000], [128, 256], [6.2, 1080, 2340, 416, 120]),
  'Samsung Galaxy A55': specs('Exynos 1480', [8, 8, 5000], [128, 256], [6.6, 1080, 2340, 390, 120]),
  'Xiaomi 14': specs('Snapdragon 8 Gen 3', [8, 12, 4610], [256, 512], [6.36, 1200, 2670, 460, 120]),
  'OnePlus 12': specs('Snapdragon 8 Gen 3', [8, 12, 5400], [256, 512], [6.82, 1440, 3168, 510, 120]),
  'Motorola Edge 50': specs('Snapdragon 7 Gen 1', [8, 8, 5000], [256], [6.7, 1220, 2712, 446, 120]),
  'Fairphone 5': specs('QCM6490', [8, 8, 4200], [256], [6.46, 1224, 2700, 459, 90]),
  'Nothing Phone (2)': specs('Snapdragon 8+ Gen 1', [8, 12, 4700], [256, 512], [6.7, 1080, 2412, 394, 120]),
};

export function specsOf(model: string): PhoneSpecs {
  return known[model] ?? usual;
}
