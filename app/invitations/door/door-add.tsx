import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import type { Language } from '#app/kit/languages.ts'
import type { Answer, Said, Says } from '#app/kit/says.ts'
import { clockThere, dayThere } from '#app/kit/zones.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import { cx } from '#app/ui/cx.ts'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { doorMost } from './event.ts'

const says = {
  copied: { title: msg`Link copied` },
  notCopied: { title: msg`We could not copy the link`, text: msg`You can copy it from the field.`, tone: 'bad' },
} satisfies Record<string, Says>

type AddDoorProps = { slug: string; no: number; first?: Answer | undefined }
type Opens = { opens: number; zone: string }

/** The form that names a door; then it shows once the code that a helper's phone scans. */
export function AddDoor({ slug, no, first }: AddDoorProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction({ onDone: (form) => form?.reset() })
  const { link, picture, name, opens, zone } = answer?.gave ?? {}
  const later = opens ? { opens: Number(opens), zone: String(zone) } : null
  return (
    <div className="grid gap-5">
      <Form method="post" action={`/gathering/${slug}/door/new`} className="grid gap-4">
        <input type="hidden" name="no" value={no} />
        <Field
          label={<Trans>Name of the door</Trans>}
          name="name"
          answer={answer}
          required
          hint={<Trans>Such as Main gate. Each phone is a door of its own.</Trans>}
        >
          <Input maxLength={doorMost.doorName} autoComplete="off" />
        </Field>
        <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
          <Trans>Add a door</Trans>
        </Button>
      </Form>
      {link && <JoinCode link={String(link)} picture={String(picture)} name={String(name)} later={later} />}
    </div>
  )
}

/** The picture of the code is black on white in both themes, as cameras need it. */
type JoinCodeProps = { link: string; picture: string; name: string; later: Opens | null }
function JoinCode({ link, picture, name, later }: JoinCodeProps) {
  const { t } = useLingui()
  return (
    <div role="status" className="grid justify-items-center gap-4 rounded-card border border-line p-4 text-center">
      <p className="wrap-anywhere font-semibold text-xl" dir="auto">
        {name}
      </p>
      {later && <OpensLine {...later} />}
      <img
        src={picture}
        alt={t`Code for the phone of a helper`}
        width={296}
        height={296}
        className="h-auto max-w-full rounded-control"
      />
      <p className="max-w-md">
        {later ? (
          <Trans>
            It is shown once: keep the link, or send it now. It is good for one phone, from then on, for a day.
          </Trans>
        ) : (
          <Trans>
            Scan this with the phone that lets guests in. It is shown once, is good for one phone, and for a day.
          </Trans>
        )}
      </p>
      <Input readOnly value={link} aria-label={t`Link for the phone of a helper`} dir="ltr" />
      <LinkWays link={link} name={name} />
    </div>
  )
}

/** The day from which phones can join: long before the occasion their list would become outdated. */
export function OpensLine({ opens, zone }: Opens) {
  const { t, i18n } = useLingui()
  const [language, at] = [i18n.locale as Language, new Date(opens)]
  const when = `${dayThere(language, at, zone)}, ${clockThere(language, at, zone)}`
  return <p className="font-semibold">{t`Helpers can join from ${when}.`}</p>
}

function LinkWays({ link, name }: { link: string; name: string }) {
  const { t, i18n } = useLingui()
  const hydrated = useHydrated()
  const text = t`Let guests in at the door ${name} with your phone: ${link}`
  const say = ({ title, text, tone = 'good' }: Says) => {
    const said: Said = { title: i18n._(title), tone }
    toast(text ? { ...said, text: i18n._(text) } : said)
  }
  const copy = async () => say((await copyText(link)) ? says.copied : says.notCopied)
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <a
        href={`https://wa.me/?text=${encodeURIComponent(text)}`}
        target="_blank"
        rel="noopener noreferrer"
        className={cx(buttonClass({ variant: 'secondary' }), 'no-underline')}
      >
        <Trans>Send on WhatsApp</Trans>
      </a>
      {hydrated && (
        <Button type="button" variant="secondary" icon={<Copy aria-hidden="true" className="size-4" />} onClick={copy}>
          <Trans>Copy link</Trans>
        </Button>
      )}
    </div>
  )
}
