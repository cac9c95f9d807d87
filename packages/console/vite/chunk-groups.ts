import type { Rolldown } from 'vite';

/**
 * The files that the console is made of. Left to itself, the build makes a file of whatever the same pages share, and a page
 * of a hundred small files. Each group takes the modules it names with all that they import, unless a group of higher
 * priority holds it, so imports between the files point one way and each page is a handful of requests.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Dependencies change more rarely than our own code and then stay in the browser's cache. Styles all go with the next one.
  { name: 'libraries', tags: ['$initial'], test: /node_modules.*(?<!\.css)$|rolldown\/runtime/, priority: 5 },
  { name: 'start', test: /src\/main\.tsx$|auth\/(auth-layout|login\.view)\.tsx$/, priority: 4 },
  // The sign-in page asks for this one after it is drawn.
  { name: 'calls', test: /auth\/sign-in\.ts$|load-profile\.ts$|check-maintenance\.ts$/, priority: 3 },
  // Holds the device list, the page that is opened most, and small modules of the dashboard: each would otherwise be a request of its own.
  {
    name: 'shell',
    test: /shared\/shell\/shell\.tsx$|devices\/list\/devices\.view\.tsx$|use-began\.ts$|create-passcodes\.tsx$/,
    priority: 2,
  },
  // An icon is a module of a few hundred bytes: those that several pages draw come together.
  { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 2, priority: 1.5 },
  // What few pages share stays apart: all of it together would make every page a third heavier.
  { name: 'page-parts', minShareCount: 6, priority: 1 },
];
