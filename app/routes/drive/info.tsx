import { useLingui } from '@lingui/react/macro'
import { InfoCard, infoOf } from '#app/features/drives/campaign/info-card.tsx'
import { dayAt } from '#app/kit/time.ts'
import type { Route } from './+types/info.ts'
import { driveContext } from './context.ts'
import { PageTitle } from './page-title.tsx'

export const loader = ({ context }: Route.LoaderArgs) => ({
  drive: infoOf(context.get(driveContext)),
  today: dayAt(new Date()),
})

export default function Info({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <PageTitle page={t`Info`} />
      <InfoCard {...loaderData} />
    </>
  )
}
