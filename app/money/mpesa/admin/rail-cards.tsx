import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { percentText } from '#app/kit/percents.ts'
import { momentIn } from '#app/kit/time.ts'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { RailFigures, RailMonth, RailNow } from './rail.ts'

/** Shows which parts of M-Pesa are offered, which are not, and why. */
export function RailCard({ rail }: { rail: RailNow }) {
  const missing = rail.missing.join(', ')
  if (rail.is === 'off')
    return (
      <Notice tone="warn" title={<Trans>M-Pesa is not offered</Trans>}>
        <Trans>These settings are missing: {missing}</Trans>
      </Notice>
    )
  return (
    <Card title={<Trans>What is offered</Trans>}>
      <div className="grid gap-4">
        {rail.isStopped && <Notice tone="stop" title={<Trans>M-Pesa refuses our key, so no phone is offered</Trans>} />}
        <dl className="grid gap-1">
          <Line name={<Trans>Shortcode</Trans>}>{rail.shortcode}</Line>
          <Line name={<Trans>Requests on phones</Trans>}>
            <Offered is={!rail.isStopped} />
          </Line>
          <Line name={<Trans>Payments from the menu of a phone</Trans>}>
            <Offered is={rail.payIn !== null} />
          </Line>
          <Line name={<Trans>M-Pesa’s list</Trans>}>
            <Offered is={rail.proves.includes('list')} />
          </Line>
          <Line name={<Trans>Questions about codes and the balance</Trans>}>
            <Offered is={rail.proves.includes('status')} />
          </Line>
          <Line name={<Trans>Withdrawals sent by M-Pesa</Trans>}>{rail.sendsFrom ?? <Offered is={false} />}</Line>
        </dl>
        {missing && (
          <Notice title={<Trans>Settings that are missing: {missing}</Trans>}>
            {rail.payIn === null && (
              <Trans>
                Without the list or the questions a payment by Paybill can’t be proved, so only requests are sent.
              </Trans>
            )}
          </Notice>
        )}
      </div>
    </Card>
  )
}

const Offered = ({ is }: { is: boolean }) => (is ? <Trans>On</Trans> : <Trans>Off</Trans>)

/** Shows the figures of this moment. */
export function FiguresCard({ figures }: { figures: RailFigures }) {
  const { i18n } = useLingui()
  const at = (moment: Date | null) => (moment ? momentIn(i18n.locale as Language, moment) : '–')
  const { prompts, oldestPrompt, lag, listed, heard, asks, oldestAsk, doors } = figures
  return (
    <Card title={<Trans>Right now</Trans>}>
      <dl className="grid gap-1">
        <Line name={<Trans>Open requests on phones</Trans>}>{prompts}</Line>
        {oldestPrompt && <Line name={<Trans>The oldest of them</Trans>}>{at(oldestPrompt)}</Line>}
        <Line name={<Trans>Seconds from paying to the books</Trans>}>{lag === null ? '–' : Math.round(lag)}</Line>
        <Line name={<Trans>Codes that are not proved yet</Trans>}>{heard}</Line>
        <Line name={<Trans>Last payment found in the list</Trans>}>{at(listed)}</Line>
        <Line name={<Trans>Questions without an answer</Trans>}>{asks}</Line>
        {oldestAsk && <Line name={<Trans>The oldest question</Trans>}>{at(oldestAsk)}</Line>}
        <Line name={<Trans>M-Pesa tells us of payments since</Trans>}>{at(doors)}</Line>
      </dl>
      <p className="mt-4 flex flex-wrap gap-x-6">
        <Link to="/admin/mpesa/addresses" className="inline-flex min-h-11 items-center text-link">
          <Trans>New addresses for the M-Pesa portal</Trans>
        </Link>
        <Link to="/admin/mpesa/tariffs" className="inline-flex min-h-11 items-center text-link">
          <Trans>Tariffs of M-Pesa</Trans>
        </Link>
      </p>
    </Card>
  )
}

/** Shows the figures of a month: shares of requests, what M-Pesa owes us, and what it costs. */
export function MonthCard({ month }: { month: RailMonth }) {
  const { i18n } = useLingui()
  const { requests, paid, cancelled, unanswered, unknown, other, untold, lag, lagMost, arrived, unplaced } = month
  const { oldestUnplaced, pastes, rows, corrected, texts, cost, gifts } = month
  const share = (part: number, of: number) => (of === 0 ? '–' : percentText(part, of))
  const [wrong, each] = [(corrected / pastes).toFixed(1), (rows / pastes).toFixed(1)]
  const seconds = (value: number | null) => (value === null ? '–' : Math.round(value))
  return (
    <Card
      title={<Trans>Last 30 days</Trans>}
      text={<Trans>Shares are of requests that have ended, and of payments that arrived.</Trans>}
    >
      <dl className="grid gap-1">
        <Line name={<Trans>Requests on phones that have ended</Trans>}>{requests}</Line>
        <Line name={<Trans context="requests on phones">Paid</Trans>}>{share(paid, requests)}</Line>
        <Line name={<Trans context="requests on phones">Cancelled</Trans>}>{share(cancelled, requests)}</Line>
        <Line name={<Trans context="requests on phones">Not answered</Trans>}>{share(unanswered, requests)}</Line>
        <Line name={<Trans context="requests on phones">Not known</Trans>}>{share(unknown, requests)}</Line>
        <Line name={<Trans context="requests on phones">Other reasons</Trans>}>{share(other, requests)}</Line>
        <Line name={<Trans>M-Pesa never told us how they ended</Trans>}>{share(untold, requests)}</Line>
        <Line name={<Trans>Seconds from paying to the books, the middle one</Trans>}>{seconds(lag)}</Line>
        <Line name={<Trans>Seconds that 95 of 100 stay below</Trans>}>{seconds(lagMost)}</Line>
        <Line name={<Trans>Payments that arrived</Trans>}>{arrived}</Line>
        <Line name={<Trans>Without a place at first</Trans>}>{share(unplaced, arrived)}</Line>
        {oldestUnplaced && (
          <Line name={<Trans>The oldest without a place now</Trans>}>
            {momentIn(i18n.locale as Language, oldestUnplaced)}
          </Line>
        )}
        <Line name={<Trans>Pasted lists that were entered</Trans>}>{pastes}</Line>
        <Line name={<Trans>Rows corrected in each</Trans>}>
          {pastes === 0 ? (
            '–'
          ) : (
            <Trans>
              {wrong} of {each}
            </Trans>
          )}
        </Line>
        <Line name={<Trans>Texts to phones</Trans>}>{texts}</Line>
        <Line name={<Trans>What they cost</Trans>}>{moneyText(cost, 'KSH')}</Line>
        <Line name={<Trans>What they cost for each gift</Trans>}>
          {gifts === 0 ? '–' : moneyText(Math.round(cost / gifts), 'KSH')}
        </Line>
      </dl>
    </Card>
  )
}

const Line = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-6">
    <dt className="text-muted">{name}</dt>
    <dd className="figures ml-auto font-semibold">{children}</dd>
  </div>
)
