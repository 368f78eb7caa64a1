// @ts-check
// Kinds, as in the model: the form of a logged answer, whether readers grade it themselves, and after how
// many milliseconds it counts as slow. `pytest --golden` writes this file.
export const KINDS = /** @type {const} */ ({
  "single": {
    "logged": "number",
    "selfGraded": false,
    "slowAfter": 60000
  },
  "multiple": {
    "logged": "numbers",
    "selfGraded": false,
    "slowAfter": 60000
  },
  "truefalse": {
    "logged": "truth",
    "selfGraded": false,
    "slowAfter": 60000
  },
  "numeric": {
    "logged": "text",
    "selfGraded": false,
    "slowAfter": 180000
  },
  "free": {
    "logged": "numbers",
    "selfGraded": true,
    "slowAfter": 60000
  },
  "recall": {
    "logged": "numbers",
    "selfGraded": true,
    "slowAfter": 60000
  },
  "card": {
    "logged": "numbers",
    "selfGraded": true,
    "slowAfter": 60000
  }
});
