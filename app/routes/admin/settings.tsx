import { Trans, useLingui } from '@lingui/react/macro'
import { ChoiceList } from '#app/features/choices/choice-list.tsx'
import { standingChoices } from '#app/features/choices/choices.server.ts'
import { OfficePage } from '#app/features/site/office-page.tsx'
import { PackageList } from '#app/features/views/office/package-list.tsx'
import { packagesNow } from '#app/features/views/office/packages.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/settings.ts'

export async function loader() {
  const [standing, packages] = await Promise.all([standingChoices(db), packagesNow(db)])
  return { standing, packages, rate: Number(standing.find(({ name }) => name === 'USD_KES_RATE')!.value) }
}

export default function Settings({ loaderData: { standing, packages, rate } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OfficePage
      page={t`Settings`}
      text={
        <Trans>
          What holds for the whole platform. Each change is written down with who made it and why, and nothing that was
          agreed before is rewritten.
        </Trans>
      }
    >
      <ChoiceList standing={standing} />
      <PackageList packages={packages} rate={rate} />
    </OfficePage>
  )
}
