/** The version of the program. Apart from the rest, so that who only asks for it, by `--version`, does not wait for everything. */
export { version } from '@fairwatch/contract';
