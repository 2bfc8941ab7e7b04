import { Trans, useLingui } from '@lingui/react/macro'
import { cardPictureOf } from '#app/drives/drive/campaign/card.server.ts'
import { FocusForm, type OwnPicture } from '#app/drives/drive/campaign/focus-form.tsx'
import { InfoCard, infoOf } from '#app/drives/drive/campaign/info-card.tsx'
import { ShortLinkForm } from '#app/drives/drive/campaign/short-link-form.tsx'
import type { PictureFile } from '#app/kit/picture.ts'
import { dayAt } from '#app/kit/time.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { Card } from '#app/ui/card.tsx'
import type { Route } from './+types/info.ts'
import { driveContext } from './context.ts'
import { DriveTitle } from './page-title.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const drive = context.get(driveContext)
  const { slug, picture, ownImage } = drive
  const origin = namedOrigin(context.get(askedContext))
  return {
    info: { drive: infoOf(drive), today: dayAt(new Date()) },
    short: { slug, shortName: drive.shortName, origin },
    // Another picture than its own has its middle.
    aim: picture && ownImage && isSized(picture) ? { slug, picture, card: cardPictureOf(drive) } : null,
  }
}

const isSized = (picture: PictureFile): picture is OwnPicture => picture.width !== null && picture.height !== null

export default function Info({ loaderData: { info, aim, short } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-5 *:min-w-0">
      <DriveTitle page={t`Info`} />
      <InfoCard {...info} />
      <Card
        title={<Trans>Short link</Trans>}
        text={<Trans>Easy to say, to type and to scan. It appears on your poster and wherever you share.</Trans>}
      >
        <ShortLinkForm {...short} />
      </Card>
      {aim && (
        <Card
          title={<Trans>Picture focus</Trans>}
          text={<Trans>Where your picture is cropped, this point stays visible: a face, for example.</Trans>}
        >
          <FocusForm key={aim.picture.url} {...aim} />
        </Card>
      )}
    </div>
  )
}
