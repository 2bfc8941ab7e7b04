import { Trans, useLingui } from '@lingui/react/macro'
import { AboutList } from '#app/admin/settings/about-list.tsx'
import { ChoiceList } from '#app/admin/settings/choice-list.tsx'
import { standingChoices } from '#app/admin/settings/choices.server.ts'
import { textsNow } from '#app/admin/settings/texts.server.ts'
import { TextsNotice } from '#app/admin/settings/texts-notice.tsx'
import { PackageList } from '#app/admin/views/package-list.tsx'
import { packagesNow } from '#app/admin/views/packages.server.ts'
import { aboutPages } from '#app/people/about/about.server.ts'
import { db } from '#app/platform/db.server.ts'
import { OfficePage } from '#app/site/office-page.tsx'
import type { Route } from './+types/settings.ts'

export async function loader() {
  const [standing, packages, pages] = await Promise.all([standingChoices(db), packagesNow(db), aboutPages(db)])
  return {
    standing,
    packages,
    pages,
    texts: textsNow(),
    rate: Number(standing.find(({ name }) => name === 'USD_KES_RATE')!.value),
  }
}

export default function Settings({ loaderData: { standing, packages, pages, texts, rate } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OfficePage
      page={t`Settings`}
      text={
        <Trans>
          Settings for the whole platform. Each change is logged with who made it and why. Existing agreements don’t
          change.
        </Trans>
      }
    >
      <TextsNotice texts={texts} />
      <ChoiceList standing={standing} />
      <PackageList packages={packages} rate={rate} />
      <AboutList pages={pages} />
    </OfficePage>
  )
}
