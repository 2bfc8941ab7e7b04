import { z } from 'zod'

// The settings of a cache in front of several machines.

/** The caches that can be told what has changed. The kind is written before the address: fastly+https://… */
const edgeKinds = ['varnish', 'fastly', 'cloudflare', 'bunny'] as const
export type EdgePurge = { kind: (typeof edgeKinds)[number]; url: string }

function purgeOf(text: string): EdgePurge | undefined {
  const kind = edgeKinds.find((one) => text.startsWith(`${one}+`))
  const url = kind ? text.slice(kind.length + 1) : text
  return /^https?:\/\//.test(url) && URL.canParse(url) ? { kind: kind ?? 'varnish', url } : undefined
}

export const edgeTable = {
  EDGE_CACHE: {
    about: /*i18n*/ {
      id: 'Whether a shared cache in front, Varnish or a CDN, may keep public pages for seconds, and the header that tells it so.',
    },
    expected: /*i18n*/ { id: 'off, cdn-cache-control or cache-control' },
    value: z.enum(['off', 'cdn-cache-control', 'cache-control']).default('off'),
  },
  EDGE_PURGE_URLS: {
    about: /*i18n*/ {
      id: 'The shared caches that are told when a page has changed. Without it pages there are up to 15 seconds old.',
    },
    expected: /*i18n*/ {
      id: 'addresses with commas between them, such as http://10.0.0.7:6081/ or fastly+https://api.fastly.com/service/SERVICE/purge',
    },
    value: z
      .string()
      .transform((text) => text.split(',').map((one) => purgeOf(one.trim())))
      .refine((all) => all.every((one) => one !== undefined))
      .transform((all) => all as EdgePurge[])
      .optional(),
  },
  EDGE_PURGE_TOKEN: {
    about: /*i18n*/ { id: 'The token with which the shared caches are told that a page has changed.' },
    expected: /*i18n*/ { id: 'at least 16 characters nobody can guess' },
    value: z.string().min(16).optional(),
  },
}
