/** A sheet of paper with lines on it, as a PNG file. */
export const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEgAAABgCAAAAACbeWvAAAAAW0lEQVR42u3SMRUAIBQCQNMZ0bBOZvDxB4YjwA3AOkNZIFAVdIcCAvVC+ys5ZD' +
  'VQ4bNzyGqgwmfnkNVAhc/OIauBCp+dQ1YDFT47h5QNKnx2DikbVPjsHFJ2lgfz7I9afbtA/QAAAABJRU5ErkJggg==',
  'base64',
)
