import { isIPv4 } from 'node:net';
import { type Settings } from './settings.js';

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Without being told, the console is there for whoever sits at the machine. */
export function servesConsole({ console, host }: Pick<Settings, 'console' | 'host'>): boolean {
  return console === undefined ? isLoopback(host) : console === 'on';
}
