/** How a person makes their devices trust the installation's own CA. The first step is the same everywhere: fetch the file. */
export const trustSteps: readonly (readonly [system: string, steps: string])[] = [
  [
    'Android',
    'Open the address below in Chrome, pass its warning and keep the file. Settings > Security & privacy > More security settings > Encryption & credentials > Install a certificate > CA certificate: choose it. (The way there differs between makers; search the settings for "certificate".)',
  ],
  [
    'iOS, iPadOS',
    'Open the address below in Safari, pass its warning and allow the profile. Settings > General > VPN & Device Management: install it. Then Settings > General > About > Certificate Trust Settings: switch it on.',
  ],
  [
    'Windows',
    'Open the file > Install Certificate > Local Machine > Place all certificates in the following store > Trusted Root Certification Authorities.',
  ],
  ['macOS', 'sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain FILE'],
  [
    'Linux',
    'Debian, Ubuntu: sudo cp FILE /usr/local/share/ca-certificates/fairwatch.crt && sudo update-ca-certificates. Chrome and Chromium there: Settings > Privacy and security > Security > Manage certificates > Custom > Installed by you > Trusted certificates > Import.',
  ],
  [
    'Firefox',
    'Settings > Privacy & Security > Certificates > View Certificates > Authorities > Import, and trust it for websites. On Android it takes those of the system once "Use third party CA certificates" is on (About > tap the logo five times > Secret Settings).',
  ],
];
