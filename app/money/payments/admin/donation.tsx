import { Trans, useLingui } from '@lingui/react/macro'
import { Landmark, Undo2 } from 'lucide-react'
import { data, Link, Outlet } from 'react-router'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import { accountNamed } from '#app/base/ledger/accounts.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { AdminPage, BackTo } from '#app/site/admin-page.tsx'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/donation.ts'
import { claimsOnGift } from './claims.server.ts'
import { GiftClaims } from './claims.tsx'
import { AdminGiftFacts } from './gift-facts.tsx'
import { storyOf } from './story.server.ts'
import { type GiftStory, type StoryPosting, type StoryStep, stepsOfStory } from './story.ts'

export async function loader({ context, params: { payment } }: Route.LoaderArgs) {
  const gift = /^\d{1,15}$/.test(payment) ? await storyOf(db, Number(payment)) : undefined
  if (!gift) throw data(null, { status: 404 })
  await recordAccess(db, { by: actorIn(context), noun: gift.bought ? 'payment' : 'donation', subject: gift.id })
  return { gift, claims: await claimsOnGift(db, gift.id) }
}

/** Shows the whole story of one payment, a gift or one for views. The form that gives a gift back opens over it. */
export default function Donation({ loaderData: { gift, claims } }: Route.ComponentProps) {
  const { t } = useLingui()
  useLive([`payment:${gift.id}`])
  const sum = moneyText(gift.amount, 'KSH')
  return (
    <AdminPage page={gift.bought ? t`Payment of ${sum} for views` : t`Donation of ${sum}`} text={<Back gift={gift} />}>
      <GiftNotices gift={gift} />
      <div className="grid gap-5 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="grid gap-5 *:min-w-0 lg:order-2">
          <AdminGiftFacts gift={gift} />
          <GiftRefunds gift={gift} />
        </div>
        <div className="grid gap-5 *:min-w-0">
          <GiftClaims payment={gift.id} claims={claims} />
          <Steps gift={gift} />
          <Postings postings={gift.postings} />
        </div>
      </div>
      <Outlet />
    </AdminPage>
  )
}

/** Links back. Payments for views are in no list: they are found through their drive. */
function Back({ gift: { bought, drive } }: Pick<Route.ComponentProps['loaderData'], 'gift'>) {
  const { t } = useLingui()
  if (!bought) return <BackTo to="/admin/donations">{t`All donations`}</BackTo>
  return drive && <BackTo to={`/admin/fund-drives/${drive.slug}`}>{t`The fund drive`}</BackTo>
}

/** Shows what a person should know of a payment before anything else. */
function GiftNotices({ gift }: { gift: GiftStory }) {
  const { i18n } = useLingui()
  const when = (at: Date) => momentIn(i18n.locale as Language, at)
  return (
    <>
      {gift.doubles.map(({ id, at }) => {
        const day = when(at)
        return (
          <Notice key={id} tone="warn" title={<Trans>This may have been given twice without meaning to</Trans>}>
            <Trans>
              The same address gave the same amount to the same fund drive on {day}.{' '}
              <Link to={`/admin/donations/${id}`} className={way}>
                Look at the other one
              </Link>
            </Trans>
          </Notice>
        )
      })}
      {gift.disputes
        .filter(({ status }) => status === 'open')
        .map(({ id, amount }) => {
          const sum = moneyText(amount, 'KSH')
          return (
            <Notice key={id} tone="warn" title={<Trans>The cardholder’s bank disputes {sum} of it</Trans>}>
              <Link to={`/admin/disputes/${id}`} className={way}>
                <Trans>Answer the dispute</Trans>
              </Link>
            </Notice>
          )
        })}
      <Jobs gift={gift} />
    </>
  )
}

const way = 'text-link inline-flex min-h-11 items-center md:min-h-6'

/** Shows emails and other work that should have been done by now, or that nobody tries any more. */
function Jobs({ gift: { jobs } }: { gift: GiftStory }) {
  const { t } = useLingui()
  const words: Record<string, string> = {
    'mail-receipt': t`The email with the receipt`,
    'mail-gift': t`The email to the owner`,
    'mail-views-bought': t`The email about bought views`,
    'mail-paid-back': t`The email about the refund, to the donor`,
    'mail-gift-gone': t`The email about the refund, to the owner`,
    'send-refund': t`Asking the provider for the refund`,
  }
  return jobs.map(({ key, name, state, tries }) =>
    state === 'given up' ? (
      <Notice key={key} tone="stop" title={words[name] ?? name}>
        <Trans>It failed {tries} times and is not tried any more.</Trans>
      </Notice>
    ) : (
      <Notice key={key} title={words[name] ?? name}>
        <Trans>Waiting.</Trans>
      </Notice>
    ),
  )
}

const dots: Record<BadgeTone, string> = {
  gain: 'bg-gain',
  info: 'bg-info',
  warn: 'bg-warn',
  stop: 'bg-stop',
  accent: 'bg-accent',
  neutral: 'bg-brand',
}

/** Shows what happened, from the form to the receipt and back again. */
function Steps({ gift }: { gift: GiftStory }) {
  return (
    <Card title={<Trans>What happened</Trans>}>
      <ol className="grid gap-4 border-line border-l-2 pb-1 pl-4">
        {stepsOfStory(gift).map((step) => (
          <StepLine key={step.key} step={step} />
        ))}
      </ol>
    </Card>
  )
}

function StepLine({ step: { at, title, says = [], note, tone } }: { step: StoryStep }) {
  const { i18n } = useLingui()
  return (
    <li className="relative">
      <span
        aria-hidden="true"
        className={`absolute top-1.5 -left-[21px] size-2.5 rounded-badge ring-2 ring-card ${dots[tone]}`}
      />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="wrap-anywhere font-semibold">{i18n._(title)}</p>
        <p className="figures text-muted text-sm">{momentIn(i18n.locale as Language, at)}</p>
      </div>
      {says.map((words) => (
        <p key={i18n._(words)} className="text-[0.9375rem]">
          {i18n._(words)}
        </p>
      ))}
      {note && (
        <p className="wrap-anywhere text-[0.9375rem] text-muted" dir="auto">
          {note}
        </p>
      )}
    </li>
  )
}

/** Shows the payment's postings: each row takes from one account what it gives another. */
function Postings({ postings }: { postings: StoryPosting[] }) {
  const { t, i18n } = useLingui()
  const columns: Column<StoryPosting>[] = [
    { key: 'at', head: t`Date`, cell: ({ at }) => momentIn(i18n.locale as Language, at), lead: true },
    { key: 'debit', head: t`Debited`, cell: ({ debit }) => i18n._(accountNamed(debit)) },
    { key: 'credit', head: t`Credited`, cell: ({ credit }) => i18n._(accountNamed(credit)) },
    {
      key: 'amount',
      head: t`Amount`,
      align: 'right',
      cell: ({ amount }) => moneyText(amount, 'KSH'),
    },
  ]
  return (
    <section aria-labelledby="postings-title" className="grid gap-3 *:min-w-0">
      <h2 id="postings-title" className="text-xl">
        <Trans>In the books</Trans>
      </h2>
      <Table
        caption={t`In the books`}
        columns={columns}
        rows={postings}
        rowKey={({ id }) => String(id)}
        empty={
          <p className="rounded-card border border-line border-dashed bg-card px-4 py-6 text-center text-muted">
            <Trans>Nothing was posted: no money moved.</Trans>
          </p>
        }
      />
    </section>
  )
}

/** Shows past and open refunds, and the way to refund the rest of a gift. */
function GiftRefunds({ gift }: { gift: GiftStory }) {
  const left = gift.status === 'succeeded' ? gift.amount - gift.reversed : 0
  const open = gift.reversals.some(({ kind, state }) => kind === 'refund' && state === 'open')
  if (gift.status !== 'succeeded') return null
  const mayAsk = left > 0 && !open && !gift.bought
  return (
    <Card
      title={<Trans>Refund</Trans>}
      text={gift.bought ? <OfViews /> : <Left left={left} open={open} />}
      action={
        mayAsk && (
          <LinkButton
            to={`/admin/donations/${gift.id}/refund`}
            preventScrollReset
            variant="secondary"
            icon={<Undo2 aria-hidden="true" className="size-5" />}
          >
            <Trans context="button">Refund</Trans>
          </LinkButton>
        )
      }
    >
      <div aria-live="polite">
        {gift.reversals.length > 0 && (
          <ul className="grid gap-2">
            {gift.reversals.map((one) => (
              <Reversal key={one.id} one={one} payment={gift.id} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

const OfViews = () => (
  <Trans>Refund a payment for views in the provider’s dashboard. The refund then shows up here automatically.</Trans>
)

function Left({ left, open }: { left: number; open: boolean }) {
  const sum = moneyText(left, 'KSH')
  if (open) return <Trans>A refund is in progress. You can ask for another one when it is done.</Trans>
  if (left > 0) return <Trans>{sum} of it can be refunded.</Trans>
  return <Trans>All of it was refunded.</Trans>
}

type ReversalProps = { one: GiftStory['reversals'][number]; payment: number }

function Reversal({ one: { kind, amount, state, progress }, payment }: ReversalProps) {
  const { t } = useLingui()
  const waits = state === 'open' && progress === 'attention'
  const isByHand = state === 'open' && progress === 'by hand'
  const isAsked = state === 'open' && progress === 'office'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t pt-2">
      <span>
        {kind === 'refund' ? t`Refund` : t`Chargeback`}{' '}
        <span className="figures font-semibold">{moneyText(amount, 'KSH')}</span>
      </span>
      {state === 'done' ? (
        <Badge tone="gain">
          <Trans>Processed</Trans>
        </Badge>
      ) : state === 'failed' ? (
        <Badge tone="stop">
          <Trans>Failed</Trans>
        </Badge>
      ) : (
        <Badge tone="warn" dot>
          {waits ? (
            <Trans>Needs the payer’s bank details</Trans>
          ) : isByHand ? (
            <Trans>Has to be sent by hand</Trans>
          ) : isAsked ? (
            <Trans>Waits for your decision</Trans>
          ) : (
            <Trans>Under way</Trans>
          )}
        </Badge>
      )}
      {waits && (
        <LinkButton
          to={`/admin/donations/${payment}/bank-details`}
          preventScrollReset
          variant="secondary"
          size="small"
          icon={<Landmark aria-hidden="true" className="size-4" />}
        >
          <Trans>Give the bank details</Trans>
        </LinkButton>
      )}
      {isByHand && <ByHand payment={payment} />}
      {isAsked && <AskedBack payment={payment} />}
    </li>
  )
}

/** Links to the decisions on a refund that M-Pesa does not send from here. */
const ByHand = ({ payment }: Pick<ReversalProps, 'payment'>) => (
  <span className="flex flex-wrap gap-2">
    <LinkButton to={`/admin/donations/${payment}/refund-sent`} preventScrollReset variant="secondary" size="small">
      <Trans>Send it by hand</Trans>
    </LinkButton>
    <LinkButton to={`/admin/donations/${payment}/refund-cancel`} preventScrollReset variant="ghost" size="small">
      <Trans>Cancel the refund</Trans>
    </LinkButton>
  </span>
)

/** Links to the decisions on a gift that its giver asked back on a day on which givers asked much back. */
const AskedBack = ({ payment }: Pick<ReversalProps, 'payment'>) => (
  <span className="flex flex-wrap gap-2">
    <LinkButton to={`/admin/donations/${payment}/back-agree`} preventScrollReset variant="secondary" size="small">
      <Trans>Send it back</Trans>
    </LinkButton>
    <LinkButton to={`/admin/donations/${payment}/back-refuse`} preventScrollReset variant="ghost" size="small">
      <Trans>Leave it where it is</Trans>
    </LinkButton>
  </span>
)
