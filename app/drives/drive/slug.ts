// The end of a drive's address: made from its title, readable, and never one of our own words.

/** Words that an address of ours may need, or that would make a drive look like a part of the app. */
const reserved = new Set(
  `about account admin api app assets auth billing categories category comment comments completed contact create
  dashboard delete description donate donation donations drive drives edit export fund-drive fund-drives fundraiser
  fundraisers gallery harambee healthz help home image images info language legal live login logout machine media
  metrics new null payment payment-success payments payouts paystack preview privacy profile public readyz rsvp rsvps
  sandbox search session settings share sign-in sign-out sign-up static status support system terms undefined update
  upload verify video videos views visit visits webhooks withdraw www`.split(/\s+/),
)

const slugMax = 60
const letters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', þ: 'th', ð: 'd' }

/** A title as the end of an address: 'Heal Mama Achieng!' becomes 'heal-mama-achieng'. */
export function slugOf(title: string): string {
  const plain = title
    .toLowerCase()
    .replace(/[ßæœøđłıþð]/g, (letter) => letters[letter]!)
    .normalize('NFKD')
    // An apostrophe is part of a word: Ng'ombe is one.
    .replace(/[\p{Mn}'’‘ʼ`]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return shortened(plain) || 'fund-drive'
}

/** Cuts a slug between words where that leaves enough. */
function shortened(slug: string): string {
  if (slug.length <= slugMax) return slug
  const cut = slug.slice(0, slugMax + 1)
  const end = cut.lastIndexOf('-')
  return end > slugMax / 2 ? cut.slice(0, end) : cut.slice(0, slugMax)
}

/** A short name is said aloud and typed by hand. */
export const shortNameMin = 3
export const shortNameMax = 40

export const isReserved = (slug: string): boolean => reserved.has(slug)

/** False for what can't be the end of an address: nobody needs to look for it. */
export const isSlug = (text: string): boolean => text.length <= 80 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)
