import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet, useLocation } from 'react-router'
import { countDebts } from '#app/money/payouts/admin/debts-list.server.ts'
import { db } from '#app/platform/db.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/disputes-layout.ts'

export const loader = async () => ({ debts: await countDebts(db) })

/** Shows disputes of payers' banks, and the drives that owe because money went back. */
export default function DisputesLayout({ loaderData: { debts } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  useLive(['office:disputes'])
  return (
    <AdminPage
      page={t`Disputes`}
      text={
        <Trans>
          Payments that the cardholder’s bank disputes. We must answer within 48 hours; weekends don’t count. Without an
          answer the money is lost.
        </Trans>
      }
    >
      <Tabs
        label={t`Disputes`}
        current={pathname.startsWith('/admin/disputes/debts') ? 'debts' : 'disputes'}
        tabs={[
          { id: 'disputes', to: '/admin/disputes', label: <Trans>Disputes</Trans> },
          { id: 'debts', to: '/admin/disputes/debts', label: <Trans>Debts</Trans>, count: debts },
        ]}
      >
        <Outlet />
      </Tabs>
    </AdminPage>
  )
}
