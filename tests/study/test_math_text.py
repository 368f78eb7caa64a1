"""Math as plain text, for terminals."""

from __future__ import annotations

import pytest

from espejo.study.terminal.math_text import math_text

INLINE = {
    r"x^2 + y_1": "x² + y₁",
    r"x_{t-1}": "x_(t−1)",
    r"a_{n+1}": "aₙ₊₁",
    r"W^\top X^T": "WᵀXᵀ",
    r"w_{ij} x_j": "w_ij x_j",
    r"e^{-x^2/2}": "e^(−x²/2)",
    r"10^{-3}": "10⁻³",
    r"\frac{a}{b}": "a/b",
    r"\frac{a + b}{2c}": "(a+b)/(2c)",
    r"\frac{n (n + 1)}{2}": "n(n+1)/2",
    r"\frac{\partial L}{\partial w}": "∂L/∂w",
    r"\frac{QK^\top}{\sqrt{d_k}}": "QKᵀ/√(d_k)",
    r"\sqrt{2}": "√2",
    r"\sqrt{x + 1}": "√(x + 1)",
    r"\sqrt[3]{x}": "³√(x)",
    r"\binom{n}{k}": "binom(n, k)",
    r"\sum_{i=1}^{n} x_i": "∑_(i=1)ⁿ x_i",
    r"\int_0^1 f(x)\,dx": "∫₀¹ f(x) dx",
    r"\lim_{x \to 0} \operatorname{softmax}(x)": "lim_(x→0) softmax(x)",
    r"\log p(x) - \sin x": "log p(x) − sin x",
    r"\hat{y} = \bar{x} + \tilde{z}": "ŷ = x̄ + z̃",
    r"\overline{ab}": "bar(ab)",
    r"f'(x)": "f′(x)",
    r"\mathcal{N}(\mu, \sigma^2)": "N(μ, σ²)",
    r"\mathbf{x} \in \mathbb{R}^{m \times n}": "x ∈ ℝ^(m×n)",
    r"-x = a \cdot -b": "−x = a ⋅ −b",
    r"\lVert x \rVert_2 \le |y|": "‖x‖₂ ≤ |y|",
    r"\underbrace{a + b}_{\text{sum}}": "a + b (sum)",
    r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}": "[1 2; 3 4]",
    r"\{1\} \neq \emptyset": "{1} ≠ ∅",
    r"4 \text{ bytes}": "4 bytes",
    r"\phantom{x} y": "y",
    r"\notacommand": r"\notacommand",
}
DISPLAYED = {
    r"f(x) = \begin{cases} x & x > 0 \\ 0 & \text{otherwise} \end{cases}": (
        "f(x) = { x, x > 0; 0, otherwise"
    ),
    r"\begin{aligned} a &= b \\ c &= d + e \end{aligned}": "a = b\nc = d + e",
}


@pytest.mark.parametrize(("tex", "text"), INLINE.items())
def test_an_inline_formula(tex: str, text: str) -> None:
    assert math_text(tex, display=False) == text


@pytest.mark.parametrize(("tex", "text"), DISPLAYED.items())
def test_a_display_formula_may_have_several_lines(tex: str, text: str) -> None:
    """Inline, the lines are separated by semicolons."""
    assert math_text(tex, display=True) == text
    assert "\n" not in math_text(tex, display=False)
