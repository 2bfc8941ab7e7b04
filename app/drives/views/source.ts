import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// The sources of visitors: a word of a short list. What it is read from is not kept.

const sources = ['whatsapp', 'facebook', 'x', 'instagram', 'email', 'qr', 'link', 'other', 'direct'] as const
export type ViewSource = (typeof sources)[number]

export const sourceWords: Record<ViewSource, Words | string> = {
  whatsapp: 'WhatsApp',
  facebook: 'Facebook',
  x: 'X',
  instagram: 'Instagram',
  email: msg`Email`,
  qr: msg`QR code or poster`,
  link: msg`Copied or shared link`,
  other: msg`Other websites`,
  direct: msg`Link opened directly`,
}

/** The hosts of each network's pages and apps, as browsers name them. */
const hosts: [ViewSource, RegExp][] = [
  ['whatsapp', /(^|\.)(whatsapp\.com|wa\.me)$|^com\.whatsapp/],
  ['facebook', /(^|\.)(facebook\.com|fb\.com|fb\.me|messenger\.com)$|^com\.facebook\./],
  ['x', /(^|\.)(x\.com|twitter\.com|t\.co)$|^com\.twitter\./],
  ['instagram', /(^|\.)instagram\.com$|^com\.instagram\./],
  [
    'email',
    /^(e?mail|outlook|webmail)\.|^com\.(google\.android\.gm|microsoft\.office\.outlook|yahoo\.mobile\.client\.android\.mail)$/,
  ],
]

type Came = {
  /** The mark of the link. */
  via: string | null
  /** The page that the browser came from; '' for none, undefined where nobody asked it. */
  from: string | undefined
  own: string
}

/** The marks that mean a source of another name. A link that was copied may come from anywhere. */
const marks: Record<string, ViewSource> = { poster: 'qr', copy: 'link', native: 'link' }

/**
 * The mark of a shared link comes first: apps often don't say where one came from. A network that says so knows more than
 * the mark of a link that was copied.
 */
export function sourceOf({ via, from, own }: Came): ViewSource | undefined {
  const mark = via?.toLowerCase() ?? ''
  const marked = Object.hasOwn(marks, mark) ? marks[mark] : sources.find((one) => one === mark)
  if (marked && marked !== 'link') return marked
  const host = from && hostOf(from)
  if (!host || host === hostOf(own)) return marked ?? (from === undefined ? undefined : 'direct')
  return hosts.find(([, names]) => names.test(host))?.[0] ?? 'other'
}

/** `android-app://com.whatsapp/` names an app; browsers don't read it as an address with a host. */
const hostOf = (address: string): string => /^[a-z-]+:\/\/([^/?#:]+)/i.exec(address)?.[1]?.toLowerCase() ?? ''
