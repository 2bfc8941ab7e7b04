import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { days } from '#app/kit/list.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn, momentIn } from '#app/kit/time.ts'
import { listView } from '#app/ui/list-view.tsx'
import { feeIn, type StatementLine, wordsOfLine } from './statement.ts'

/** A recorded gift has a day and no hour. */
const whenOf = ({ at, by }: StatementLine, language: Language) =>
  by === undefined ? momentIn(language, at) : briefDayIn(language, at)

/** The money in and out, line by line, each with the balance after it. */
export const statementView = listView<StatementLine>()({
  address: '/fund-drive/:slug/statement',
  caption: msg`Statement`,
  fields: days(),
  columns: [
    { key: 'what', head: msg`Description`, lead: true, cell: (line) => <What line={line} /> },
    {
      key: 'at',
      head: msg`Date`,
      cell: (line, { language }) => whenOf(line, language),
      plain: (line, { language }) => whenOf(line, language),
    },
    { key: 'said', head: msg`Description`, plain: (line, { words }) => words._(wordsOfLine(line)) },
    {
      key: 'reference',
      head: msg`Reference`,
      cell: ({ reference }) => <span className="figures">{reference}</span>,
      plain: ({ reference }) => reference,
    },
    { key: 'whole', head: msg`Amount (KES)`, plain: ({ whole }) => whole / 100 },
    { key: 'fee', head: msg`Platform fee (KES)`, plain: (line) => feeIn(line) / 100 },
    {
      key: 'amount',
      head: msg`Your share`,
      fileHead: msg`Your share (KES)`,
      align: 'right',
      cell: ({ amount, by }) => (by === undefined ? signed(amount) : '–'),
      plain: ({ amount }) => amount / 100,
    },
    {
      key: 'balance',
      head: msg`Balance`,
      fileHead: msg`Balance (KES)`,
      align: 'right',
      cell: ({ balance }) => (balance === null ? '–' : signed(balance)),
      plain: ({ balance }) => balance && balance / 100,
    },
  ],
  rowKey: ({ id }) => String(id),
  empty: {
    none: ({ from, to }) =>
      from || to
        ? { title: msg`No transactions on these days` }
        : {
            title: msg`No transactions yet`,
            text: msg`Donations, withdrawals and refunds will show up here, each with the balance after it.`,
          },
  },
  keepHead: true,
})

/** Writes an amount with the sign that accounts use. */
export const signed = (cents: number) => (cents < 0 ? `− ${moneyText(-cents)}` : moneyText(Math.abs(cents)))

function What({ line }: { line: StatementLine }) {
  const { i18n } = useLingui()
  const [whole, fee] = [moneyText(line.whole), moneyText(feeIn(line))]
  return (
    <>
      <span className="wrap-anywhere" dir="auto">
        {i18n._(wordsOfLine(line))}
      </span>
      {line.by !== undefined && (
        <span className="figures block font-normal text-muted text-sm">
          <Trans>
            {whole}, not through {'{brand}'}
          </Trans>
        </span>
      )}
      {feeIn(line) > 0 && (
        <span className="figures block font-normal text-muted text-sm">
          <Trans>
            {whole} (fee {fee})
          </Trans>
        </span>
      )}
    </>
  )
}
