import { Anchor } from '@mantine/core';

/** A page of the shop. Only web addresses are links. */
export const ShopLink = ({ url }: { url: string }) =>
  /^https?:\/\//i.test(url) ? (
    <Anchor href={url} target="_blank" rel="noreferrer" className="wrap-anywhere">
      {url}
    </Anchor>
  ) : (
    url
  );

/** The color of a shade. It is decoration: name and value are written next to it. */
export const Swatch = ({ color }: { color: string }) => (
  <svg className="swatch" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
    <circle cx="10" cy="10" r="9" fill={color} />
  </svg>
);
