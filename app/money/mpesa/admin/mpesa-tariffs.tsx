import { Trans, useLingui } from '@lingui/react/macro'
import { officeDeed } from '#app/admin/decision.server.ts'
import { addTariff } from '#app/money/mpesa/tariffs.server.ts'
import { db } from '#app/platform/db.server.ts'
import { OfficePage } from '#app/site/office-page.tsx'
import type { Route } from './+types/mpesa-tariffs.ts'
import { tariffForm, tariffsNow } from './tariffs.server.ts'
import { tariffTexts } from './tariffs.ts'
import { TariffForm, TariffsCard } from './tariffs-cards.tsx'

export const loader = async () => ({ tariffs: await tariffsNow(db) })

export const action = officeDeed({
  form: tariffForm,
  page: true,
  failed: tariffTexts.failed,
  run: async (tariff, by) => {
    await addTariff(db, tariff, by)
    return { go: '/admin/mpesa/tariffs', says: tariffTexts.added }
  },
})

/** What M-Pesa takes for a payment, and who bears it. */
export default function Tariffs({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OfficePage page={t`Tariffs of M-Pesa`} text={<Trans>What M-Pesa takes for a payment, and who bears it.</Trans>}>
      <TariffsCard tariffs={loaderData.tariffs} />
      <TariffForm first={actionData} />
    </OfficePage>
  )
}
