import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { knownLanguage } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { dayIn } from '#app/kit/time.ts'
import { type BooksSay, type FinalAccount, restOfAccount, spentOf } from './account.ts'

type SheetProps = { books: BooksSay; account: Pick<FinalAccount, 'lines' | 'changedAt'> }

/** The final account as guests and hosts read it: money in, spending, and the rest. */
export function AccountSheet({ books, account: { lines, changedAt } }: SheetProps) {
  const rest = restOfAccount(books, lines)
  return (
    <div className="grid gap-4">
      <CameIn {...books} />
      {lines.length > 0 && (
        <dl className="divide-y divide-line border-line border-y">
          {lines.map(({ what, amount }, at) => (
            // Two lines can say the same, and none moves.
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its place
            <Sum key={at} label={<bdi>{what}</bdi>} amount={amount} />
          ))}
        </dl>
      )}
      <dl>
        <Fee {...books} />
        <Sum label={<Trans>Spent in all</Trans>} amount={spentOf(lines)} />
        {rest !== null && rest >= 0 && <Sum label={<Trans>Still there</Trans>} amount={rest} strong />}
        {rest !== null && rest < 0 && <Sum label={<Trans>Spent beyond what was given</Trans>} amount={-rest} strong />}
      </dl>
      {changedAt && <ChangedOn at={changedAt} />}
    </div>
  )
}

/** Figures from the books; nobody can type them. */
function CameIn({ raised, cash, kept, withdrawn }: BooksSay) {
  return (
    <dl>
      <Sum label={<Trans>Raised through Harambee</Trans>} amount={raised} />
      {cash !== null && <Sum label={<Trans>Cash and other recorded gifts</Trans>} amount={cash} />}
      {kept > 0 && <Sum label={<Trans>Of it, pledges kept</Trans>} amount={kept} soft />}
      <Sum label={<Trans>Withdrawn so far</Trans>} amount={withdrawn} soft />
    </dl>
  )
}

/** Our fee, from the books: a part of it is taken with each withdrawal. */
function Fee({ fee, feeTaken }: BooksSay) {
  if (fee === 0) return null
  return (
    <>
      <Sum label={<Trans>Harambee’s fee</Trans>} amount={fee} />
      {feeTaken < fee && (
        <Sum label={<Trans>Of it, still to be taken with the next withdrawal</Trans>} amount={fee - feeTaken} soft />
      )}
    </>
  )
}

type SumProps = { label: ReactNode; amount: number; strong?: boolean; soft?: boolean }
const Sum = ({ label, amount, strong, soft }: SumProps) => (
  <div
    className={`flex flex-wrap items-baseline justify-between gap-x-6 py-1.5 ${strong ? 'font-bold' : ''} ${soft ? 'text-muted' : ''}`}
  >
    <dt className="wrap-anywhere min-w-0">{label}</dt>
    <dd className="figures ml-auto">{moneyText(amount)}</dd>
  </div>
)

function ChangedOn({ at }: { at: Date }) {
  const { t, i18n } = useLingui()
  const day = dayIn(knownLanguage(i18n.locale), at)
  return <p className="text-muted text-sm">{t`Changed on ${day}`}</p>
}
