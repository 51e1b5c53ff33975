import { isIPv4 } from 'node:net';
import { type Settings } from './settings.js';

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Whether the console is served: by default on this machine alone. */
export function servesConsole({ console, host }: Pick<Settings, 'console' | 'host'>): boolean {
  return console === undefined ? isLoopback(host) : console === 'on';
}
