import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { plainMoney } from '#app/kit/money.ts'
import type { Says } from '#app/kit/says.ts'

export const shareSays = {
  copied: { title: msg`Link copied!`, text: msg`The fundraiser link has been copied to your clipboard.` },
  notCopied: { title: msg`Error`, text: msg`Failed to copy link to clipboard.`, tone: 'bad' },
  instagram: { title: msg`Please copy the link and share it manually on Instagram.` },
} satisfies Record<string, Says>

/** The Paybill number for any phone's menu, and the account to type there. */
export type Paybill = { number: string; account: string }

/** The facts of a drive that sharing needs. */
export type Shared = {
  slug: string
  title: string
  slogan: string
  collects: boolean
  goal: number
  raised: number
  /** The whole public address. */
  link: string
  /** Null if nobody can pay by Paybill. */
  paybill: Paybill | null
}

/** The link that people send: the drive's short one, if its owner has chosen one. */
export const linkOfDrive = ({ slug, shortName }: { slug: string; shortName: string | null }, origin: string): string =>
  shortName ? `${origin}/h/${shortName}` : `${origin}/fundraiser/${slug}`

/** The ways a link is passed on; the owner reads in Analytics which of them brings people. */
type Via = 'whatsapp' | 'facebook' | 'x' | 'instagram' | 'copy' | 'native'

/** The link with its mark. The page's own address stays without one. */
export const linkVia = (link: string, via: Via): string => `${link}?via=${via}`

/** Returns the message that a person sends with the link, in their own language; the link comes last. */
export function shareText(i18n: I18n, { title, slogan, collects, goal, raised }: Shared, link: string): string {
  if (!collects) return i18n._(msg`${title}: ${slogan}. See it and pass it on: ${link}`)
  const [there, wanted] = [plainMoney(raised), plainMoney(goal)]
  if (raised <= 0) return i18n._(msg`${title}: the goal is ${wanted}. Let us pull together: ${link}`)
  return i18n._(msg`${title}: ${there} of ${wanted} raised so far. Let us pull together: ${link}`)
}

/** Returns each network's address for sharing. */
export function shareAddresses(i18n: I18n, shared: Shared) {
  const { title, link } = shared
  const encoded = (values: Record<string, string>) => new URLSearchParams(values).toString().replace(/\+/g, '%20')
  return {
    whatsapp: `https://wa.me/?${encoded({ text: shareText(i18n, shared, linkVia(link, 'whatsapp')) })}`,
    facebook: `https://www.facebook.com/sharer/sharer.php?${encoded({ u: linkVia(link, 'facebook'), quote: title })}`,
    x: `https://x.com/intent/post?${encoded({ text: title, url: linkVia(link, 'x') })}`,
  }
}
