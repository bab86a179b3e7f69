; inherits: ecmascript jsx
