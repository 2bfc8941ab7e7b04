import { Plural, Trans, useLingui } from '@lingui/react/macro'

type Shown = {
  name: string
  code: string
  people: number
  /** A PNG, as base64; null where there is nothing to come in to. */
  picture: string | null
  when: string
  /** Place and landmark; empty where none is named. */
  where: string
  hosts: string
  occasion: string
}

/** Black on white whatever the theme: cameras read that best. */
export function PassSheet({ pass: { name, code, people, picture, when, where, hosts, occasion } }: { pass: Shown }) {
  const { t } = useLingui()
  return (
    <div className="pass-sheet">
      <p className="pass-occasion" dir="auto">
        {occasion}
      </p>
      <p dir="auto">{hosts}</p>
      <p>{when}</p>
      {where && <p dir="auto">{where}</p>}
      {picture ? (
        <>
          <img src={`data:image/png;base64,${picture}`} width={424} height={424} alt={t`The code of your pass`} />
          <p className="pass-code">{code}</p>
        </>
      ) : (
        <p className="pass-cancelled" role="status">
          <Trans>This occasion was cancelled. The pass opens no door.</Trans>
        </p>
      )}
      <h1 className="pass-name" dir="auto">
        {name}
      </h1>
      <p>
        <Plural value={people} one="# person" other="# people" />
      </p>
      {picture && (
        <p className="pass-hint">
          <Trans>Your pass. A screenshot is enough.</Trans>
        </p>
      )}
    </div>
  )
}
