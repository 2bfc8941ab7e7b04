import { Trans } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Card } from '#app/ui/card.tsx'
import type { InfoDrive } from './info-fields.tsx'
import { InfoForm } from './info-form.tsx'

/** The form with its heading, as it is on its own page and where a save without a script ends up. */
export function InfoCard(props: { drive: InfoDrive; today: string; first?: Answer }) {
  return (
    <Card title={<Trans>Fund Drive Information</Trans>} text={<Trans>Manage your fund drive details</Trans>}>
      <InfoForm {...props} />
    </Card>
  )
}

/** Picks the fields of a drive that the Info page needs. */
export const infoOf = ({
  slug,
  version,
  title,
  category,
  slogan,
  goal,
  collects,
  endDate,
  location,
  ownImage: image,
}: Omit<InfoDrive, 'image'> & { ownImage: string | null }) => ({
  slug,
  version,
  title,
  category,
  slogan,
  goal,
  collects,
  endDate,
  location,
  image,
})
