import { Trans, useLingui } from '@lingui/react/macro'
import { officeDeed } from '#app/admin/decision.server.ts'
import { againForm } from '#app/admin/decision-forms.ts'
import { changeDoors } from '#app/money/mpesa/doors.server.ts'
import { db } from '#app/platform/db.server.ts'
import { OfficePage } from '#app/site/office-page.tsx'
import type { Route } from './+types/mpesa-addresses.ts'
import { AddressesCard } from './addresses-card.tsx'
import { railTexts } from './rail.ts'

export const action = officeDeed({
  form: againForm,
  page: true,
  failed: railTexts.addressesFailed,
  run: async (_, by) => ({ gave: await changeDoors(db, by) }),
})

/** Makes addresses that are put into the M-Pesa portal by hand. */
export default function Addresses({ actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OfficePage
      page={t`New addresses for the M-Pesa portal`}
      text={<Trans>Needed when Harambee has moved, or when someone else has learnt the old ones.</Trans>}
    >
      <AddressesCard first={actionData} />
    </OfficePage>
  )
}
