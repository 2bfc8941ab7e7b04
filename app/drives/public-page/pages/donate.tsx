import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { activeDrive, shutRefusal } from '#app/drives/drive/active.server.ts'
import { followBy } from '#app/drives/updates/followers.server.ts'
import { guestGiving, guestIn, tieByLink } from '#app/invitations/activity/tie.server.ts'
import { titled } from '#app/kit/brand.ts'
import { giftName } from '#app/money/donations/typed-gift.ts'
import { paidByHandTo } from '#app/money/mpesa/paybill.server.ts'
import { GiveForm } from '#app/money/payments/give-form.tsx'
import { beginTyped, typedGiftLimits } from '#app/money/payments/giving.server.ts'
import { givingTexts } from '#app/money/payments/giving.ts'
import { giveGiftForm } from '#app/money/payments/giving-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { type Args, formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import { browserOf, visitorKey } from '#app/platform/visitor.server.ts'
import { StaticPage } from '#app/site/static-page.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Route } from './+types/donate.ts'
import { givingHere, loadSheet } from './sheet.server.ts'
import { PublicSheet } from './sheet.tsx'

export async function loader(args: Route.LoaderArgs) {
  const [{ data: sheet, init }, giving] = await Promise.all([loadSheet(args, 'giving'), givingHere(args)])
  const asked = args.url.searchParams
  const byPage = asked.get('by') === 'page' || asked.has('cancelled')
  const begins = giving && byPage ? { ...giving, by: 'page' as const } : giving
  return data(
    { ...sheet, byHand: sheet.shut ? paidByHandTo() : null, giving: begins ?? null, cancelled: asked.has('cancelled') },
    init ?? {},
  )
}

/** Fills in an invited guest's number and email that their hosts have, so the guest need not type them. They are not shown. */
async function fillInKnown(fields: FormData, { request, params }: Args) {
  const guest = await guestGiving(db, request, params.slug ?? '')
  for (const field of ['phone', 'email'] as const) {
    const known = guest?.[field]
    if (known && String(fields.get(field) ?? '').trim() === '') fields.set(field, known)
  }
}

/** A script follows the address in the answer; a browser without one is redirected. */
export const action = formAction({
  form: giveGiftForm,
  page: true,
  first: fillInKnown,
  filled: ['phone', 'email'],
  incomplete: givingTexts.incomplete,
  failed: givingTexts.failed,
  limits: (gift, { params: { slug = '' }, context }) =>
    typedGiftLimits(gift, async () => (await activeDrive(db, slug))?.id, context.get(askedContext).address),
  run: async (gift, { params: { slug = '' }, context, request }) => {
    const drive = await activeDrive(db, slug)
    if (!drive) throw await shutRefusal(db, slug, givingTexts.driveMissing)
    const from = { cancelPath: `/fundraiser/${slug}/donate?cancelled`, ...giverAt(request, context) }
    const { url, reference } = await beginTyped(db, drive.id, gift, from)
    await noteBeside(request, { ...gift, language: from.language }, reference)
    return context.get(askedContext).byScript
      ? { gave: { url } }
      : new Response(null, { status: 303, headers: { location: url } })
  },
})

/** Ties the gift to the guest who gives it, and notes whether they want updates. Both come after the gift, and fail none. */
async function noteBeside(request: Request, gift: Parameters<typeof followBy>[1], payment: string): Promise<void> {
  await tieByLink(db, guestIn(request), { payment })
  await followBy(db, gift, { payment })
}

/** Returns what is known of a giver without a word of theirs. */
function giverAt(request: Request, context: Args['context']) {
  const { origin, address } = context.get(askedContext)
  const who = { visitor: visitorKey(request, address), payer: browserOf(request), address }
  return { language: context.get(languageContext), origin, ...who }
}

export default function Donate({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { slug, title, shut, byHand, giving, cancelled } = loaderData
  return (
    <PublicSheet heading={<Trans>Donate</Trans>} {...{ slug, title, shut, byHand }} answer={actionData}>
      <title>{titled(t`Donate`)}</title>
      <meta name="robots" content="noindex" />
      {cancelled && !actionData && (
        <Notice title={<Trans>Nothing was charged</Trans>} className="mb-5">
          <Trans>You left before paying. You can try again whenever you like.</Trans>
        </Notice>
      )}
      {giving ? <GiveForm slug={slug} giving={giving} first={actionData} /> : !shut && <NotNow />}
      {/* The form needs no script: React comes with the first touch, and finds what was typed until then. */}
      {giving && <StaticPage draft={giftName(slug)} />}
    </PublicSheet>
  )
}

/** Shown for a drive that can be seen, and takes no gifts. */
function NotNow() {
  return (
    <p>
      <Trans>
        This fundraiser does not collect donations. You can still help: leave a comment, book a visit or share the page.
      </Trans>
    </p>
  )
}
