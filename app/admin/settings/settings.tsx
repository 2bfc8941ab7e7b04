import { Trans, useLingui } from '@lingui/react/macro'
import { PackageList } from '#app/drives/views/admin/package-list.tsx'
import { packagesNow } from '#app/drives/views/admin/packages.server.ts'
import { aboutPages } from '#app/people/about/about.server.ts'
import { AboutList } from '#app/people/about/admin/about-list.tsx'
import { db } from '#app/platform/db.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Route } from './+types/settings.ts'
import { ChoiceList } from './choice-list.tsx'
import { standingChoices } from './choices.server.ts'
import { type TextsNow, textsNow } from './texts.server.ts'

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
    <AdminPage
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
    </AdminPage>
  )
}

/** Says when no texts go to phones, and which address the gateway needs when they do. */
function TextsNotice({ texts: { are, hook } }: { texts: TextsNow }) {
  if (are === 'pretended') return null
  if (are === 'off')
    return (
      <Notice tone="warn" title={<Trans>No texts are sent to phones</Trans>}>
        <Trans>The settings SMS_USERNAME and SMS_KEY are not set. Emails are sent all the same.</Trans>
      </Notice>
    )
  return (
    <Notice title={<Trans>Texts are sent to phones</Trans>}>
      <p>
        <Trans>
          Enter this address at Africa’s Talking for delivery reports, incoming messages and opt-outs. Keep it to
          yourself.
        </Trans>
      </p>
      <p className="mt-1 break-all font-mono text-sm">{hook}</p>
    </Notice>
  )
}
