/** A picture of the shop. Its text is the name next to it; one that cannot be loaded leaves its place empty. */
export const Picture = ({ url, size }: { url: string; size: number }) => (
  <img className="picture" src={url} alt="" width={size} height={size} loading="lazy" referrerPolicy="no-referrer" />
);
