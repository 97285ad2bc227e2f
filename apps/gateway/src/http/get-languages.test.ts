import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import type { GatewayState } from '../context.js';
import { getLanguages } from './get-languages.js';

function languages(header?: string): string[] {
  const request = new IncomingMessage(new Socket());
  if (header !== undefined) request.headers['accept-language'] = header;
  return getLanguages(new Koa<GatewayState>().createContext(request, new ServerResponse(request)));
}

describe('getLanguages', () => {
  it('returns language tags, preferred ones first', () => {
    expect(languages('fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5')).toEqual(['fr-CH', 'fr', 'en', 'de']);
    expect(languages('en;q=0, _, it')).toEqual(['it']);
    expect(languages('')).toEqual([]);
    expect(languages()).toEqual([]);
  });

  it('returns at most 10, whatever the header contains', () => {
    fc.assert(fc.property(fc.string(), (header) => languages(header).length <= 10));
    expect(languages(Array.from({ length: 500 }, (_, index) => `de-${index}`).join()).length).toBeLessThanOrEqual(10);
  });
});
