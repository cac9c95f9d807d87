import { translator } from '@fairwatch/contract';
import texts from './camera.texts.json';

export const t = translator('companion/camera', texts);
