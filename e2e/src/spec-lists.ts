/** A list that SPEC describes, with the headings of the columns it names. */
interface SpecList {
  /** The statement of SPEC. */
  spec: string;
  path: (deviceId: number) => string;
  columns: readonly string[];
}

const ofDevice = (page: string) => (deviceId: number) => `/device/${page}/${deviceId}`;
const at = (path: string) => () => path;

/** Every list of SPEC but the locations, whose map needs a browser that draws it. */
export const specLists: readonly SpecList[] = [
  { spec: '2.52', path: at('/'), columns: ['ID', 'Title', 'Client', 'Priority'] },
  { spec: '2.53', path: at('/'), columns: ['ID', 'Username', 'Email', 'Status'] },
  {
    spec: '2.59',
    path: at('/users-list'),
    columns: ['ID', 'Username', 'Email or phone', 'Admin status', 'Type', 'App name'],
  },
  { spec: '2.62', path: at('/otp-list'), columns: ['ID', 'OTP', 'Action'] },
  { spec: '2.63', path: at('/role-management'), columns: ['ID', 'Username', 'Email', 'Admin status', 'Action'] },
  {
    spec: '2.70',
    path: at('/my-tickets'),
    columns: ['ID', 'Title', 'Description', 'Category', 'Date', 'Priority', 'Status', 'Actions'],
  },
  {
    spec: '2.71',
    path: at('/subordinates-tickets'),
    columns: ['ID', 'Title', 'Client', 'Category', 'Date', 'Priority', 'Status', 'Actions'],
  },
  {
    spec: '2.75',
    path: at('/device-list'),
    columns: ['ID', 'Device UUID', 'Username', 'Email or phone', 'App name', 'Date', 'Status'],
  },
  {
    spec: '2.79',
    path: ofDevice('file-manager'),
    columns: ['ID', 'Name', 'Path', 'Hash (SHA-256)', 'Extension', 'Size', 'Download'],
  },
  { spec: '2.85', path: ofDevice('call'), columns: ['Phone number', 'Duration', 'Date', 'State'] },
  { spec: '2.87', path: ofDevice('contact'), columns: ['Phone', 'Email', 'Address'] },
  {
    spec: '2.90',
    path: (deviceId) => `/device/event/${deviceId}?view=table`,
    columns: ['Title', 'Location', 'Start', 'End', 'Description'],
  },
  {
    spec: '2.92',
    path: ofDevice('permission'),
    columns: ['Title', 'Status', 'Permission', 'Description', 'Requirement'],
  },
  {
    spec: '3.30',
    path: ofDevice('trigger-notifications'),
    columns: ['ID', 'Title', 'Message', 'Type', 'Status', 'Sent'],
  },
  {
    spec: '3.21',
    path: (deviceId) => `/device/contact/${deviceId}?history=open`,
    columns: ['ID', 'What', 'Status', 'Created', 'Response time', 'Error'],
  },
];

export const locationColumns = [
  'ID',
  'Nickname',
  'Latitude',
  'Longitude',
  'Accuracy',
  'Address',
  'Timezone',
  'Date time',
];
