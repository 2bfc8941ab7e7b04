import { Trans, useLingui } from '@lingui/react/macro'
import { buttonClass } from '#app/ui/button.tsx'

type TellOrganiserProps = { title: string; ownerName: string; link: string }

/** Lets a visitor who can't read the story write to its organiser, by the WhatsApp or email that they know them by. */
export function TellOrganiser({ title, ownerName, link }: TellOrganiserProps) {
  const { t } = useLingui()
  const text = t`Habari! People want to read “${title}” on Harambee, but its views are used up. The organiser can buy more views on the Payouts page: ${link}`
  const encoded = (values: Record<string, string>) => new URLSearchParams(values).toString().replace(/\+/g, '%20')
  const subject = t`The views of “${title}” are used up`
  const way = `${buttonClass({ variant: 'secondary' })} no-underline`
  return (
    <section className="mt-8">
      <h3 className="text-lg">
        <Trans>Tell the organiser</Trans>
      </h3>
      <p className="mt-1 text-muted">
        <Trans>
          Do you know <Typed text={ownerName} />? One message is enough to have this page opened again.
        </Trans>
      </p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <a href={`https://wa.me/?${encoded({ text })}`} target="_blank" rel="noopener noreferrer" className={way}>
          <Trans>Tell them on WhatsApp</Trans>
        </a>
        <a href={`mailto:?${encoded({ subject, body: text })}`} className={way}>
          <Trans>Send them an email</Trans>
        </a>
      </div>
    </section>
  )
}

/** Sets a person's text apart from the words around it: no part of it is read as ours. */
const Typed = ({ text }: { text: string }) => <bdi>{text}</bdi>
