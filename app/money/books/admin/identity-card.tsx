import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ksh } from '#app/admin/money-write.ts'
import { accountNamed } from '#app/base/ledger/accounts.ts'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type IdentityLine, identityWords } from './rules.ts'
import type { AccountNow } from './statement.server.ts'

type CardProps = { lines: IdentityLine[]; accounts: Pick<AccountNow, 'code' | 'balance'>[] }

/** Explains our money at all providers line by line, and shows whether the books say the same, account by account. */
export function IdentityCard({ lines, accounts }: CardProps) {
  const { i18n } = useLingui()
  const sum = lines.reduce((all, { amount }) => all + amount, 0)
  const there = accounts.filter(({ code }) => code.endsWith('_clearing'))
  const clearing = there.reduce((all, { balance }) => all + balance, 0)
  const [missing, fits] = [ksh(clearing - sum), clearing === sum]
  return (
    <Card
      title={<Trans>Our money at all providers</Trans>}
      text={<Trans>Money in minus money out, from each single record.</Trans>}
    >
      <div className="grid gap-4">
        <dl className="grid gap-1">
          {lines.map(({ key, amount }) => (
            <Line key={key} name={i18n._(identityWords[key])} amount={amount} />
          ))}
        </dl>
        <dl className="-mt-3 grid gap-1 border-line border-t pt-2 font-bold">
          <Line name={<Trans>Together</Trans>} amount={sum} />
        </dl>
        <dl className="grid gap-1">
          {there.map(({ code, balance }) => (
            <Line key={code} name={i18n._(accountNamed(code))} amount={balance} />
          ))}
        </dl>
        <dl className="-mt-3 grid gap-1 border-line border-t pt-2 font-bold">
          <Line name={<Trans>Together in the books</Trans>} amount={clearing} />
        </dl>
        {fits ? (
          <Notice tone="gain" title={<Trans>It adds up</Trans>} />
        ) : (
          <Notice tone="stop" title={<Trans>Not balanced: {missing}</Trans>} />
        )}
      </div>
    </Card>
  )
}

const Line = ({ name, amount }: { name: ReactNode; amount: number }) => (
  <div className="flex flex-wrap justify-between gap-x-6">
    <dt>{name}</dt>
    <dd className="figures ml-auto">{ksh(amount)}</dd>
  </div>
)
