/** Under this name the tab keeps the key, where its user said so. */
const NAME = 'quern-key';

/** The tab’s own store: other tabs do not see it, and it ends with the tab. */
export const keptKey = {
  read: (): string | undefined => sessionStorage.getItem(NAME) ?? undefined,
  keep: (key: string): void => {
    sessionStorage.setItem(NAME, key);
  },
  forget: (): void => {
    sessionStorage.removeItem(NAME);
  },
};
