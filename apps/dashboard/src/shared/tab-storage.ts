/** Storage of this tab. A browser may refuse to give it at all, so it is asked for when it is used. */
export const tabStorage: Pick<Storage, 'getItem' | 'setItem'> = {
  getItem: (key) => sessionStorage.getItem(key),
  setItem: (key, value) => sessionStorage.setItem(key, value),
};
