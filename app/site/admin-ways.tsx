import { useLingui } from '@lingui/react/macro'
import {
  Banknote,
  BookOpenCheck,
  CalendarCheck,
  ClipboardList,
  FileCheck,
  Flag,
  HandCoins,
  Hospital,
  Hourglass,
  LayoutDashboard,
  MailOpen,
  MessageSquareWarning,
  Percent,
  ScrollText,
  Settings2,
  ShieldAlert,
  Smartphone,
  TrendingUp,
  Undo2,
  Users,
} from 'lucide-react'
import { useLocation } from 'react-router'

const icon = { 'aria-hidden': true, className: 'size-5' } as const

/** The admin pages, as the sidebar groups them. */
export function useAdminWays() {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const way = (page: string, label: string, Icon: typeof Users) => ({
    to: `/admin/${page}`,
    label,
    icon: <Icon {...icon} />,
  })
  const desk = way('dashboard', t`Dashboard`, LayoutDashboard)
  return [
    // The dashboard has two addresses: its link is marked at either of them.
    { items: [pathname === '/admin' ? { ...desk, to: '/admin', end: true } : desk] },
    {
      title: t`Money`,
      items: [
        way('revenue-sales', t`Revenue Sales`, Percent),
        way('revenue-donations', t`Revenue Donations`, TrendingUp),
        way('donations', t`Donations`, HandCoins),
        way('refunds', t`Refunds`, Undo2),
        way('withdrawal-requests', t`Withdrawal Requests`, Hourglass),
        way('payouts', t`Payouts`, Banknote),
        way('institutions', t`Institutions`, Hospital),
        way('disputes', t`Disputes`, ShieldAlert),
        way('books', t`Books`, BookOpenCheck),
        way('mpesa', t`M-Pesa`, Smartphone),
      ],
    },
    {
      title: t`People and fund drives`,
      items: [
        way('system-users', t`System Users`, Users),
        way('fund-drives', t`Fund Drives`, ClipboardList),
        way('gatherings', t`Invitations`, MailOpen),
        way('comments', t`Comments in quarantine`, MessageSquareWarning),
        way('papers', t`Papers`, FileCheck),
        way('letters', t`Reports and questions`, Flag),
        way('visits', t`Visits`, CalendarCheck),
      ],
    },
    {
      title: t`Trust`,
      items: [way('audit', t`Audit Log`, ScrollText), way('settings', t`Settings`, Settings2)],
    },
  ]
}
