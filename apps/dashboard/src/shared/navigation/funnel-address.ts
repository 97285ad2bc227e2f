/**
 * A page of a funnel for shoppers; its host is next to the dashboard's, unless the funnel has one of its own.
 * @example toFunnelAddress({ subdomain: 'glow', host: null }) === 'https://glow.example.com/'
 */
export function toFunnelAddress(
  funnel: { subdomain: string; host: string | null },
  { protocol, host }: Pick<Location, 'protocol' | 'host'> = location,
): string {
  return `${protocol}//${funnel.host ?? `${funnel.subdomain}.${host.replace(/^dashboard\./, '')}`}/`;
}
