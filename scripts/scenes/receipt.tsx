import { Cloth, dye, Scene } from './things.tsx'

const lines = [
  ['Ward 4, deposit', '65,000.00'],
  ['Admission', '5,000.00'],
  ['Tests before the operation', '10,000.00'],
] as const

/** The hospital's receipt on a cloth, as a treasurer takes its photo: the patient's name and number are covered. */
export function Receipt() {
  return (
    <Scene sky={dye.indigo}>
      <Cloth id="cloth" slug="heal-mama-achieng" d="M0 0h150v800H0zM1130 0h150v800h-150z" scale={6} />
      <g transform="rotate(-2 640 400)">
        <path d="M352 42h600v730H352z" fill={dye.bark} opacity=".35" />
        <path d="M340 30h600v730H340z" fill={dye.paper} />
        <g fontFamily="Liberation Sans, Arial, sans-serif" fill={dye.bark}>
          <g textAnchor="middle">
            <text x="640" y="100" fontSize="38" fontWeight="700">
              EXAMPLE MISSION HOSPITAL
            </text>
            <text x="640" y="142" fontSize="24">
              Kisumu
            </text>
            <text x="640" y="200" fontSize="30" fontWeight="700">
              RECEIPT No. 0417
            </text>
          </g>
          <g fontSize="27">
            <text x="380" y="268">
              Patient
            </text>
            <text x="380" y="312">
              Number
            </text>
            <path d="M510 244h290v32H510zM510 288h180v32H510z" fill="#171310" />
            {lines.map(([what, sum], at) => (
              <g key={what}>
                <text x="380" y={396 + at * 48}>
                  {what}
                </text>
                <text x="900" y={396 + at * 48} textAnchor="end">
                  {sum}
                </text>
              </g>
            ))}
            <path d="M380 350h520M380 530h520" stroke={dye.bark} strokeWidth="2" strokeDasharray="8 6" />
            <g fontSize="34" fontWeight="700">
              <text x="380" y="584">
                KES
              </text>
              <text x="900" y="584" textAnchor="end">
                80,000.00
              </text>
            </g>
            <text x="380" y="700" fontSize="22">
              Example: no such hospital
            </text>
          </g>
        </g>
        <g transform="rotate(-14 760 660)" fill="none" stroke={dye.murram} strokeWidth="7">
          <rect x="650" y="618" width="230" height="88" rx="12" />
          <text
            x="765"
            y="680"
            textAnchor="middle"
            fontFamily="Liberation Sans, Arial, sans-serif"
            fontSize="54"
            fontWeight="700"
            fill={dye.murram}
            stroke="none"
          >
            PAID
          </text>
        </g>
      </g>
    </Scene>
  )
}
