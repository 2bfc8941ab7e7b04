import { Trans, useLingui } from '@lingui/react/macro'
import { PackageList } from '#app/drives/views/admin/package-list.tsx'
import { packagesNow } from '#app/drives/views/admin/packages.server.ts'
import { aboutPages } from '#app/people/about/about.server.ts'
import { AboutList } from '#app/people/about/admin/about-list.tsx'
import { db } from '#app/platform/db.server.ts'
import { OfficePage } from '#app/site/office-page.tsx'
import type { Route } from './+types/settings.ts'
import { ChoiceList } from './choice-list.tsx'
import { standingChoices } from './choices.server.ts'
import { textsNow } from './texts.server.ts'
import { TextsNotice } from './texts-notice.tsx'

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
