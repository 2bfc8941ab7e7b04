import { Trans, useLingui } from '@lingui/react/macro'
import { cardPictureOf } from '#app/drives/drive/campaign/card.server.ts'
import { FocusForm, type OwnPicture } from '#app/drives/drive/campaign/focus-form.tsx'
import { InfoCard, infoOf } from '#app/drives/drive/campaign/info-card.tsx'
import { shortNameMax } from '#app/drives/drive/slug.ts'
import type { PictureFile } from '#app/kit/picture.ts'
import { dayAt } from '#app/kit/time.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
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
    // A picture that is not the drive's own keeps its middle in sight.
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

type ShortLinkFormProps = { slug: string; shortName: string | null; origin: string }

/** A link that is short enough to be said aloud, and makes a QR code that is easy to scan. */
function ShortLinkForm({ slug, shortName, origin }: ShortLinkFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  const place = `${origin.replace(/^https?:\/\//, '')}/h/`
  return (
    <Form method="post" action={`/fund-drive/${slug}/info/short-link`} className="grid gap-4">
      <Field
        name="name"
        label={<Trans>Name in your short link</Trans>}
        answer={answer}
        optional
        hint={
          <Trans>
            It follows <bdi>{place}</bdi>. Use 3 to 40 letters a–z, digits or hyphens. Your other links keep working.
          </Trans>
        }
      >
        <Input
          key={shortName}
          defaultValue={shortName ?? ''}
          maxLength={shortNameMax}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          className="max-w-96"
        />
      </Field>
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        {t`Save short link`}
      </Button>
    </Form>
  )
}
