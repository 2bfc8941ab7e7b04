import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { data, Link, Outlet } from 'react-router'
import { accountNamed } from '#app/base/ledger/accounts.ts'
import type { Language } from '#app/kit/languages.ts'
import { filterQuery } from '#app/kit/list.ts'
import { moneyText } from '#app/kit/money.ts'
import { reasonIn } from '#app/kit/provider-reasons.ts'
import type { Words } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { declineChoices, stepWords } from '#app/money/payouts/payout.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { afterEachFormAction } from '#app/ui/same-page.ts'
import { Table } from '#app/ui/table.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/payout.ts'
import { StateCell } from './cells.tsx'
import { DecideButtons, SaidBefore } from './decide-buttons.tsx'
import { type AdminStep, type Attempt, type WholeStory, wholeStoryOf } from './payout.server.ts'
import { type AttemptState, attemptWords, type GiftsOf } from './payout-admin.ts'
import { CheckCard, RequestFacts } from './request-facts.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const story = await wholeStoryOf(db, params.payout, actorIn(context))
  if (!story) throw data(null, { status: 404 })
  return story
}

// An administrator who comes second sees what the first one did.
export const shouldRevalidate = afterEachFormAction

/** Shows one withdrawal with all that is known of it. */
export default function Payout({ loaderData: about }: Route.ComponentProps) {
  const { t } = useLingui()
  useLive(['office:desk'])
  const { request, attempts, steps, postings, covered } = about
  const { id, driveId } = request
  return (
    <AdminPage page={t`Payout ${id}`} actions={<StateCell payout={request} />}>
      <NextStep about={about} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card title={<Trans>What was asked for</Trans>}>
          <RequestFacts request={request} isWhole />
        </Card>
        <CheckCard request={request} />
      </div>
      <GiftsCovered covered={covered} driveId={driveId} />
      <Card title={<Trans>Attempts</Trans>}>
        <AttemptsTable attempts={attempts} />
      </Card>
      <Card title={<Trans>Timeline</Trans>}>
        <StoryList steps={steps} />
      </Card>
      <Card title={<Trans>Postings</Trans>}>
        <PostingsTable postings={postings} />
      </Card>
      <Outlet />
    </AdminPage>
  )
}

/** Shows what can be done about a withdrawal now; if nothing, why. It is sent again only once the last attempt is over. */
function NextStep({ about: { request, lookerId } }: { about: WholeStory }) {
  const { status, attempt } = request
  if (status === 'processing')
    return (
      <Notice
        tone={attempt ? 'warn' : 'info'}
        title={attempt ? <Trans>It waits to be sent again</Trans> : <Trans>It waits for a decision</Trans>}
        action={<DecideButtons request={request} lookerId={lookerId} />}
      >
        {attempt ? (
          <Trans>The last attempt has ended. Send again starts a new one, under a new reference.</Trans>
        ) : (
          <Trans>The money is set aside. Nothing leaves before an administrator has completed it.</Trans>
        )}
        <SaidBefore request={request} lookerId={lookerId} />
      </Notice>
    )
  if (status === 'waiting')
    return (
      <Notice
        title={<Trans>It waits for treasurers</Trans>}
        action={<DecideButtons request={request} lookerId={lookerId} />}
      >
        <Trans>The money is set aside. Without their yes it ends after 14 days. You can decline it before.</Trans>
      </Notice>
    )
  if (status === 'approved')
    return (
      <Notice title={<Trans>It can’t be sent again while an attempt is open</Trans>}>
        <Trans>The provider has not reported the result yet. We keep asking until it does.</Trans>
      </Notice>
    )
  if (status === 'completed')
    return (
      <Notice tone="gain" title={<Trans>It has been sent</Trans>}>
        <Trans>There is nothing to send again: the money is with the owner.</Trans>
      </Notice>
    )
  return (
    <Notice title={<Trans>It is closed</Trans>}>
      <Trans>The money is back in the fund drive’s balance. Its owner can ask for it again.</Trans>
    </Notice>
  )
}

const eventWords: Record<string, Words> = {
  payout: stepWords.requested,
  payout_sent: stepWords.sent,
  payout_declined: stepWords.rejected,
  payout_returned: stepWords.returned,
}

/** Shows the postings about it: each row takes from one account what it gives another. */
function PostingsTable({ postings }: Pick<WholeStory, 'postings'>) {
  const { t, i18n } = useLingui()
  const event = (kind: string) => (eventWords[kind] ? i18n._(eventWords[kind]) : kind)
  return (
    <Table
      caption={t`Postings`}
      rows={postings}
      rowKey={({ id }) => String(id)}
      columns={[
        { key: 'kind', head: t`Event`, cell: ({ kind }) => event(kind), lead: true },
        { key: 'debit', head: t`Debit`, cell: ({ debit }) => i18n._(accountNamed(debit)) },
        { key: 'credit', head: t`Credit`, cell: ({ credit }) => i18n._(accountNamed(credit)) },
        {
          key: 'amount',
          head: t`Amount`,
          align: 'right',
          cell: ({ amount }) => moneyText(amount, 'KSH'),
        },
        { key: 'at', head: t`Date`, cell: ({ at }) => momentIn(i18n.locale as Language, at) },
      ]}
      empty={
        <p className="text-muted">
          <Trans>Nothing was posted.</Trans>
        </p>
      }
    />
  )
}

type GiftsCoveredProps = { covered: GiftsOf | undefined; driveId: string }

/** Shows the gifts that a payout is made of, each with its own page. */
function GiftsCovered({ covered, driveId }: GiftsCoveredProps) {
  return (
    <Card title={<Trans>The gifts that it pays out</Trans>}>
      <p className="text-muted text-sm">
        <Trans>What came first goes out first.</Trans>
      </p>
      {covered ? <Gifts {...covered} /> : <Trans>This fund drive has too many gifts to follow each.</Trans>}
      <Link
        to={`/admin/donations${filterQuery({ drive: driveId })}`}
        className="text-link mt-2 inline-flex min-h-11 items-center md:min-h-8"
      >
        <Trans>All donations of this fund drive</Trans>
      </Link>
    </Card>
  )
}

function Gifts({ gifts, count }: GiftsOf) {
  const { i18n } = useLingui()
  if (gifts.length === 0) return <Trans>None: it was not sent.</Trans>
  const more = count - gifts.length
  return (
    <>
      <ul className="mt-2 grid gap-x-8 sm:grid-cols-2 xl:grid-cols-3">
        {gifts.map(({ payment, at, worth, part }) => (
          <li key={payment} className="flex flex-wrap items-center justify-between gap-x-3 border-line border-b">
            <Link to={`/admin/donations/${payment}`} className="text-link inline-flex min-h-11 items-center md:min-h-8">
              {momentIn(i18n.locale as Language, at)}
            </Link>
            <span className="figures text-right">
              {moneyText(part, 'KSH')}
              {part < worth && <OfAll worth={worth} />}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-2">
          <Plural value={more} one="And # more gift" other="And # more gifts" />
        </p>
      )}
    </>
  )
}

function OfAll({ worth }: { worth: number }) {
  const sum = moneyText(worth, 'KSH')
  return (
    <span className="text-muted text-sm">
      {' '}
      <Trans>of {sum}</Trans>
    </span>
  )
}

const tones: Record<AttemptState, BadgeTone> = {
  sending: 'info',
  pending: 'info',
  unknown: 'warn',
  success: 'gain',
  failed: 'stop',
  returned: 'stop',
}

/** Shows each attempt of the provider to send it, and the result. */
function AttemptsTable({ attempts }: { attempts: Attempt[] }) {
  const { t, i18n } = useLingui()
  const when = (at: Date | null) => (at ? momentIn(i18n.locale as Language, at) : '—')
  return (
    <Table
      caption={t`Attempts`}
      rows={attempts}
      rowKey={({ n }) => String(n)}
      columns={[
        {
          key: 'n',
          head: t`Attempt`,
          lead: true,
          cell: ({ n }) => <span className="figures">{n}</span>,
        },
        {
          key: 'state',
          head: t`State`,
          cell: ({ state, why, nextLook }) => (
            <span className="grid justify-items-end gap-1 @2xl:justify-items-start">
              <Badge tone={tones[state]}>{i18n._(attemptWords[state])}</Badge>
              {why && <span className="wrap-anywhere text-sm">{reasonIn(i18n, why)}</span>}
              {nextLook && (
                <span className="text-muted text-sm">
                  <Trans>Next check: {when(nextLook)}</Trans>
                </span>
              )}
            </span>
          ),
        },
        {
          key: 'reference',
          head: t`Reference`,
          cell: ({ reference }) => <span className="figures wrap-anywhere">{reference}</span>,
        },
        {
          key: 'code',
          head: t`Code`,
          cell: ({ code }) => <span className="figures wrap-anywhere">{code ?? '—'}</span>,
        },
        {
          key: 'fee',
          head: t`Transfer fee`,
          align: 'right',
          cell: ({ fee }) => (fee === null ? '—' : moneyText(fee, 'KSH')),
        },
        { key: 'at', head: t`Started`, cell: ({ at }) => when(at) },
        { key: 'sent', head: t`With the provider since`, cell: ({ sentAt }) => when(sentAt) },
      ]}
      empty={
        <p className="text-muted">
          <Trans>Not sent yet.</Trans>
        </p>
      }
    />
  )
}

const words = { ...stepWords, first: msg`Approved by the first of two` }

/** Shows the history of a withdrawal: who did what, when, and what they or the provider said. */
function StoryList({ steps }: { steps: AdminStep[] }) {
  const { i18n } = useLingui()
  return (
    <ol className="grid gap-3 border-line border-l-2 pl-4">
      {steps.map(({ kind, at, who, note, code, reason }, nr) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
        <li key={nr}>
          <p className="font-semibold">{i18n._(words[kind])}</p>
          <p className="figures text-muted text-sm">
            {momentIn(i18n.locale as Language, at)}
            {who && <span dir="auto"> · {who}</span>}
          </p>
          {code && (
            <p className="figures wrap-anywhere text-muted text-sm">
              <Trans>Code: {code}</Trans>
            </p>
          )}
          {reason && <p>{i18n._(declineChoices[reason])}</p>}
          {note && (
            <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
              {who ? note : reasonIn(i18n, note)}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
