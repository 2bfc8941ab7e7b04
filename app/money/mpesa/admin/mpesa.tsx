import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { z } from 'zod'
import { adminAction } from '#app/admin/decision.server.ts'
import { againField } from '#app/admin/decision-forms.ts'
import { said } from '#app/kit/says.ts'
import { takeStatement } from '#app/money/mpesa/statement.server.ts'
import { lastCompared } from '#app/money/payments/admin/balance.server.ts'
import { BalanceCard } from '#app/money/payments/admin/balance-card.tsx'
import { db } from '#app/platform/db.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/mpesa.ts'
import { figuresNow, monthNow, railNow, statementsNow } from './rail.server.ts'
import { railTexts, statementMax } from './rail.ts'
import { FiguresCard, MonthCard, RailCard } from './rail-cards.tsx'
import { StatementCard } from './statement-card.tsx'

const statementForm = z.object({
  statement: z
    .instanceof(File, { error: said(railTexts.missing) })
    .refine(({ size }) => size > 0, said(railTexts.missing))
    .refine(({ size }) => size <= statementMax, said(railTexts.tooLarge)),
  again: againField,
})

export async function loader() {
  const [rail, figures, month, statements, compared] = await Promise.all([
    railNow(db),
    figuresNow(db),
    monthNow(db),
    statementsNow(db),
    lastCompared(db, '='),
  ])
  return { rail, figures, month, statements, compared: compared ?? null }
}

export const action = adminAction({
  form: statementForm,
  page: true,
  failed: railTexts.failed,
  run: async ({ statement }, by) => {
    const { again } = await takeStatement(db, new Uint8Array(await statement.arrayBuffer()), by)
    return { go: '/admin/mpesa', says: again ? railTexts.again : railTexts.imported }
  },
})

/** Shows the state of M-Pesa, and the statements of its portal. */
export default function Mpesa({ loaderData, actionData }: Route.ComponentProps) {
  const { rail, figures, month, statements, compared } = loaderData
  const { t } = useLingui()
  useLive(['office:desk'])
  return (
    <AdminPage page={t`M-Pesa`} text={<Trans>How money by M-Pesa arrives, and whether the books say the same.</Trans>}>
      <RailCard rail={rail} />
      {rail.is === 'on' && (
        <>
          <div className="grid items-start gap-4 *:min-w-0 xl:grid-cols-2">
            <div className="grid gap-4">
              <FiguresCard figures={figures} />
              <BalanceCard
                title={<Trans>The balance at M-Pesa</Trans>}
                compared={compared}
                action="/admin/mpesa/balance"
                busyText={t`Asking...`}
                canAsk={rail.proves.includes('status')}
              />
            </div>
            <MonthCard month={month} />
          </div>
          <StatementCard first={actionData} statements={statements} />
        </>
      )}
      <Outlet />
    </AdminPage>
  )
}
