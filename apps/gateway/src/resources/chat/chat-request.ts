import { canonicalJson, sha256 } from '@svc/kit';
import type { ChatCaller, ChatContext, ChatTurn } from '@svc/proto';
import type { Context } from '../../context.js';
import { type PageAddress, toFunnelHost } from '../../hosts/funnel-host.js';
import { parseHost, parseHostName } from '../../parse/host.js';
import { toLookupId } from '../../parse/opaque-id.js';
import type { ChatRequest } from './chat-schema.js';

/** Whose chat a request is for. */
export function toCaller(ctx: Context, pageAddress: PageAddress, company?: string | null): ChatCaller {
  const { host } = ctx.state;
  const origin = ctx.get('Origin');
  const originFunnel = readFunnelOrigin(origin, pageAddress);
  return {
    origin,
    ...(typeof company === 'string' ? { companyKey: company } : {}),
    ...(host.kind === 'funnel' ? { host: toFunnelHost(host) } : {}),
    ...(originFunnel ? { originFunnel } : {}),
  };
}

/** The funnel of which the origin is the page; ports are ignored, as in `Host`. */
function readFunnelOrigin(origin: string, { baseDomain }: PageAddress): ChatCaller['originFunnel'] {
  const name = /^https?:\/\/([^/@]+)$/.exec(origin)?.[1];
  const host = name && parseHost(name, parseHostName(baseDomain) ?? baseDomain);
  return host && host.kind === 'funnel' ? toFunnelHost(host) : undefined;
}

export const toContext = ({ context }: ChatRequest): ChatContext => ({
  locale: context.locale ?? '',
  ...(typeof context.productId === 'string' ? { productId: context.productId } : {}),
  ...(typeof context.analysisId === 'string' ? { analysisId: toLookupId(context.analysisId) } : {}),
  ...(typeof context.funnel === 'string' ? { funnel: context.funnel } : {}),
});

export const toTurn = (request: ChatRequest): ChatTurn => ({
  clientTurnId: request.turn.clientTurnId,
  requestHash: sha256(canonicalJson(request)),
  input: toInput(request.turn),
});

function toInput({ text, quickReply, action }: ChatRequest['turn']): NonNullable<ChatTurn['input']> {
  if (text !== undefined) return { $case: 'text', value: text };
  if (quickReply !== undefined) return { $case: 'quickReply', value: quickReply };
  return { $case: 'action', value: action ?? '' };
}
