/** A QR code that says HARAMBEE, a number for each row. A browser that claims to read codes has to read this one. */
const rows = [
  2081151, 1067585, 1529181, 1531229, 1531741, 1071425, 2086271, 5888, 1559932, 305443, 1264286, 406576, 1634972, 6119,
  2082144, 1070056, 1528106, 1531184, 1529504, 1065005, 2086540,
]
export const saysKnown = 'HARAMBEE'

/** The width in pixels: eight for each square, and four squares of white around them. */
export const wideKnown = (rows.length + 8) * 8

/** Calls back with the corner of each black square. */
export function paintKnown(black: (x: number, y: number, wide: number) => void): void {
  rows.forEach((row, y) => {
    for (let x = 0; x < rows.length; x++) if ((row >> (rows.length - 1 - x)) & 1) black((x + 4) * 8, (y + 4) * 8, 8)
  })
}
