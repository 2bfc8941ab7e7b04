import type { RouterContextProvider } from 'react-router'
import { type CommentsSeen, commentsSeen } from '#app/drives/comments/comment.server.ts'
import { type PublicDrive, publicDrive } from '#app/drives/drive/drive.server.ts'
import { previewVersion } from '#app/drives/drive/preview-picture.server.ts'
import { excerptOf, shownDescription } from '#app/drives/drive/rich-text.server.ts'
import { linkOfDrive } from '#app/drives/drive/share.ts'
import { imagesOf, videosOf } from '#app/drives/gallery/gallery.server.ts'
import { checkedShown } from '#app/drives/papers/panel.server.ts'
import type { AccountLine } from '#app/drives/public-page/hero.tsx'
import { momentOfPage } from '#app/drives/public-page/moment.server.ts'
import { updateLine } from '#app/drives/updates/updates.server.ts'
import { newPageToken } from '#app/drives/views/report.server.ts'
import { visitDays } from '#app/drives/visits/visit.ts'
import { brand } from '#app/kit/brand.ts'
import type { Language } from '#app/kit/languages.ts'
import { dayAt, dayIn } from '#app/kit/time.ts'
import type { DonationPage } from '#app/money/donations/donation.ts'
import { donationsSeen } from '#app/money/donations/donations.server.ts'
import { payeeNamed } from '#app/money/institutions/institutions.server.ts'
import { paidByHandTo, paybillOf } from '#app/money/mpesa/paybill.server.ts'
import { signersLine } from '#app/money/payouts/signatures.server.ts'
import { goingBackLine } from '#app/money/refunds/give-all-back.server.ts'
import { spendingLine } from '#app/money/spending/receipts.server.ts'
import { faceIn } from '#app/people/accounts/account.ts'
import { type Db, db } from '#app/platform/db.server.ts'
import { askedTogether, part } from '#app/platform/part.server.ts'
import { languageContext } from '#app/platform/request.server.ts'

type Looking = {
  context: Readonly<RouterContextProvider>
  personId: string | null
  isAdmin: boolean
  visitor: string
  /** The places at which the lists begin, if not with the newest. */
  comments: string | null
  donations: string | null
  /** The origin of the page's own address and links. */
  origin: string
  /** True for a cached page for all visitors: it stays the same as long as nothing changes. */
  forAll?: boolean | undefined
}
type Seen = Extract<PublicDrive, { drive: object }>

/** Returns what a public page shows this visitor, or why it shows nothing. A drive that can't be read is not found. */
export async function shown(slug: string, looking: Looking) {
  const found = await part(looking.context, publicDrive(db, slug, looking))
  if (found === 'failed') return { is: 'missing' as const, paused: null, byHand: null, failed: true }
  if (found.is === 'restricted') return { ...found, today: dayAt(new Date()), link: linkTo(found.limited, looking) }
  if (found.is === 'missing') {
    const { paused } = found
    const since = paused && dayIn(looking.context.get(languageContext), paused.since)
    return { ...found, paused: paused && { ...paused, since: since! }, byHand: paused ? paidByHandTo() : null }
  }
  const { collects, givesBack } = found.drive
  return { ...(await loadOpenPage(found, looking)), is: found.is, takes: found.is === 'open' && collects && !givesBack }
}

const linkTo = ({ slug }: { slug: string }, { origin }: Looking) => `${origin}/fundraiser/${slug}`

/** Reads what was checked of a drive: by papers, and of the one who is paid. */
const checkedOf = (together: Db, drive: Omit<Parameters<typeof checkedShown>[1], 'paid'>, language: Language) =>
  checkedShown(together, { ...drive, paid: payeeNamed(together, drive.id) }, language)

/** Reads a drive with everything that is around it, in one statement; what can't be read is as if there were none of it. */
async function loadOpenPage(found: Seen, looking: Looking) {
  const { context, visitor, comments: before, donations: since, origin } = looking
  const at = momentOfPage(found.drive.id, looking.forAll)
  const { description, ...kept } = found.drive
  const drive = { ...kept, ownerFace: kept.ownerFace && faceIn(kept.ownerFace, 96) }
  const together = askedTogether(db)
  const [story, images, videos, comments, gifts, paybill, lines, checked] = await Promise.all([
    orElse(context, shownDescription(db, description), null),
    orElse(context, imagesOf(together, drive.id), []),
    orElse(context, videosOf(together, drive.id), []),
    orElse(context, commentsSeen(together, drive.id, { visitor, before, ...at }), noComments(at)),
    part(context, donationsSeen(together, drive.id, since, at.now)),
    drive.collects ? orElse(context, paybillOf(together, drive.id), null) : null,
    accountLines(context, together, drive),
    orElse(context, checkedOf(together, drive, context.get(languageContext)), null),
  ])
  const link = linkTo(drive, looking)
  const preview = previewOf(found.drive, origin)
  return {
    drive,
    own: found.own,
    because: 'because' in found ? found.because : null,
    gallery: { images, videos },
    comments,
    donations: gifts === 'failed' ? gifts : gifts.seen,
    lines,
    checked,
    figures: { ...found.figures, gifts: gifts === 'failed' ? noGifts : gifts.newest },
    story,
    booking: { key: at.key, days: visitDays(new Date()) },
    today: dayAt(new Date()),
    token: newPageToken(drive.id, at.token),
    link,
    sharedLink: linkOfDrive(drive, origin),
    paybill,
    byHand: found.is === 'ended' || ('because' in found && found.because === 'completed') ? paidByHandTo() : null,
    preview,
    jsonLd: jsonLdOf({ drive, link, ...preview, language: context.get(languageContext) }),
  }
}

/** The picture and the words with which a shared link is shown. */
const previewOf = (drive: Seen['drive'], origin: string) => ({
  picture: `${origin}/fundraiser/${drive.slug}/preview/${previewVersion(drive)}.jpg`,
  text: excerptOf(drive.description),
})

/** Reads the lines above the tabs, in their order. A line is null while there is nothing to say. */
async function accountLines(
  context: Looking['context'],
  together: Db,
  { id, slug, givesBack }: Pick<Seen['drive'], 'id' | 'slug' | 'givesBack'>,
): Promise<AccountLine[]> {
  const language = context.get(languageContext)
  const lines = await Promise.all([
    goingBackLine(givesBack, language),
    orElse(context, spendingLine(together, { id, slug }, language), null),
    orElse(context, signersLine(together, id, language), null),
    orElse(context, updateLine(together, { id, slug }, language), null),
  ])
  return lines.filter((line) => line !== null)
}

const noGifts: DonationPage = { donations: [], next: null }
const noComments = ({ now, key }: { now: number; key: string }): CommentsSeen => ({
  comments: [],
  next: null,
  waiting: [],
  pinned: [],
  cursor: null,
  now,
  key,
})

/** Only logs a part that can't be read: its place stays empty. */
async function orElse<Value>(context: Looking['context'], reading: Promise<Value>, empty: Value): Promise<Value> {
  const found = await part(context, reading)
  return found === 'failed' ? empty : found
}

export type OpenPage = Extract<Awaited<ReturnType<typeof shown>>, { drive: object }>

// The data on a drive for search engines. Made on the server: no browser needs the code.

type Told = {
  drive: { title: string; slogan: string; publishedAt: Date; ownerName: string; location: string }
  link: string
  picture: string
  text: string
  language: Language
}

/** The page in the words of schema.org. It is data: no browser runs it. */
const jsonLdOf = ({ drive, link, picture, text, language }: Told): string =>
  jsonInScript({
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    '@id': link,
    url: link,
    name: drive.title,
    description: text || drive.slogan,
    inLanguage: language,
    datePublished: drive.publishedAt.toISOString(),
    primaryImageOfPage: { '@type': 'ImageObject', url: picture, width: 1200, height: 630 },
    author: { '@type': 'Person', name: drive.ownerName },
    contentLocation: { '@type': 'Place', name: drive.location },
    isPartOf: { '@type': 'WebSite', name: brand(), url: `${new URL(link).origin}/` },
  })

/** Serializes JSON for a script element: nothing in it ends that element, or begins another. */
export const jsonInScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
