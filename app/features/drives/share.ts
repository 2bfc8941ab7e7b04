import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { moneyText } from '#app/kit/money.ts'
import type { Says } from '#app/kit/says.ts'

export const shareSays = {
  copied: { title: msg`Link copied!`, text: msg`The fundraiser link has been copied to your clipboard.` },
  notCopied: { title: msg`Error`, text: msg`Failed to copy link to clipboard.`, tone: 'bad' },
  instagram: { title: msg`Please copy the link and share it manually on Instagram.` },
} satisfies Record<string, Says>

/** What is shared of a drive. */
export type Shared = {
  slug: string
  title: string
  slogan: string
  collects: boolean
  goal: number
  raised: number
  /** The whole public address. */
  link: string
}

/** What somebody sends with the link, in their own language; the link is its last word. */
export function shareText(i18n: I18n, { title, slogan, collects, goal, raised, link }: Shared): string {
  if (!collects) return i18n._(msg`${title}: ${slogan}. See it and pass it on: ${link}`)
  const [there, wanted] = [moneyText(raised), moneyText(goal)]
  return i18n._(msg`${title}: ${there} raised of ${wanted}. Let us pull together: ${link}`)
}

/** Where each network takes what is shared. */
export function shareAddresses({ title, link }: Shared, text: string) {
  const encoded = (values: Record<string, string>) => new URLSearchParams(values).toString().replace(/\+/g, '%20')
  return {
    whatsapp: `https://wa.me/?${encoded({ text })}`,
    facebook: `https://www.facebook.com/sharer/sharer.php?${encoded({ u: link, quote: title })}`,
    x: `https://x.com/intent/post?${encoded({ text: title, url: link })}`,
  }
}
