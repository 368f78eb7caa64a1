"""The study guide we publish: all of it, in both languages, and questions that test what they ask about."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date

import pytest
from espejo.bank import load_bank
from espejo.fragments import plain
from espejo.text import Text

from espejo.model import Bank, Collection, Question
from project import ROOT

LOCALES = ("en", "es")
TOPICS = {
    "quiz-01": ["loss-functions", "activation-functions", "epochs", "tensors", "broadcasting"],
    "quiz-02": ["normalization", "model-evaluation", "mse-loss", "gpu-setup", "optimizers"],
    "quiz-03": ["custom-datasets", "dataloader", "transforms", "data-augmentation"],
    "quiz-04": ["convolutional-layers", "pooling", "nn-module", "nn-sequential"],
    "quiz-05": ["flexible-cnn", "parameter-importance", "model-selection"],
    "quiz-06": ["pil", "transforms", "pretrained-models", "semantic-segmentation"],
    "quiz-07": ["tokenization", "embeddings", "bert", "padding", "oov", "ner"],
    "quiz-08": ["dataloader", "profiler", "mixed-precision", "gradient-accumulation", "lightning"],
    "quiz-09": ["modulelist", "siamese-networks", "resnet", "densenet"],
    "quiz-10": ["receptive-fields", "grad-cam", "saliency-maps", "stable-diffusion"],
    "quiz-11": ["encoder-decoder", "attention", "causal-masking", "cross-attention"],
    "quiz-12": ["checkpoints", "onnx", "pruning", "quantization"],
}


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_bank(ROOT / "data").bank


@pytest.fixture(scope="module")
def guide(bank: Bank) -> Collection:
    return next(one for one in bank.collections if one.folder == "study-guide")


@pytest.fixture(scope="module")
def questions(guide: Collection) -> list[Question]:
    return [asked.item for asked in guide.asked() if isinstance(asked.item, Question)]


@pytest.fixture(scope="module")
def four(questions: list[Question]) -> list[Question]:
    return [question for question in questions if len(question.choices) == 4]


def right(question: Question) -> int:
    return next(at for at, choice in enumerate(question.choices) if choice.correct)


def test_three_courses_of_four_quizzes_of_ten_questions(guide: Collection) -> None:
    assert guide.guide
    assert [len(course.quizzes) for course in guide.guide.courses] == [4, 4, 4]
    assert [slug for course in guide.guide.courses for slug in course.quizzes] == list(guide.units)
    assert [len(quiz.items) for quiz in guide.units.values()] == [10] * 12
    assert date.fromisoformat(guide.guide.edition)


def test_ids_and_kinds(questions: list[Question]) -> None:
    expected = [f"pt-{quiz:02}-{number:02}" for quiz in range(1, 13) for number in range(1, 11)]
    assert [question.id for question in questions] == expected
    assert Counter(question.kind for question in questions) == {"single": 99, "recall": 20, "truefalse": 1}
    assert {question.id[:5] for question in questions if question.kind == "recall"} == {"pt-01", "pt-02"}


def test_topics(guide: Collection) -> None:
    """Each quiz announces the topics of the plan, and each question has one."""
    assert {slug[:7]: list(quiz.topics) for slug, quiz in guide.units.items()} == TOPICS
    assert all(question.topics for quiz in guide.units.values() for question in quiz.items)


def test_topics_gather_from_all_collections(bank: Bank) -> None:
    used = {name: set[str]() for name in (topic.id for topic in bank.reference.topics)}
    for collection in bank.collections:
        for asked in collection.asked():
            for name in asked.item.topics:
                used[name].add(collection.folder)
    assert all(used.values())
    assert used["broadcasting"] == {"quizzes", "study-guide"}


def test_nothing_is_missing_in_either_language(bank: Bank) -> None:
    assert len(bank.reference.formulas) == 6
    assert len(bank.reference.patterns) == 4
    for owner, text in bank.texts():
        assert all(text.has(locale) for locale in LOCALES), owner


def test_every_question_explains_itself(questions: list[Question]) -> None:
    for question in questions:
        assert question.why, question.id
        for choice in question.choices:
            assert choice.correct != bool(choice.why), question.id


@pytest.mark.parametrize("locale", LOCALES)
def test_length_does_not_give_the_answer_away(four: list[Question], locale: str) -> None:
    """The right choice is strictly the longest, as read, in at most 35 % of the four-choice questions."""
    assert len(four) == 99
    longest = []
    for question in four:
        lengths = [len(plain(choice.text.show(locale).markdown)) for choice in question.choices]
        if lengths.count(max(lengths)) == 1 and lengths[right(question)] == max(lengths):
            longest.append(question.id)
    assert len(longest) <= 0.35 * len(four), longest


def test_position_does_not_give_the_answer_away(four: list[Question]) -> None:
    shares = {at: count / len(four) for at, count in Counter(map(right, four)).items()}
    assert set(shares) == {0, 1, 2, 3}
    assert all(0.18 <= share <= 0.32 for share in shares.values()), shares


def test_no_choice_stands_for_the_others(four: list[Question]) -> None:
    lazy = re.compile(r"(?i)\b(?:all|none) of (?:the above|these)\b|\b(?:todas|ninguna) (?:de )?las anter")
    for question in four:
        for choice in question.choices:
            for locale in LOCALES:
                assert not lazy.search(choice.text.show(locale).markdown), question.id


def code_of(text: Text, locale: str) -> list[str]:
    """The code blocks of a text without their comments, which are translated."""
    blocks = re.findall(r"```\w+\n(.*?)```", text.show(locale).markdown, re.DOTALL)
    return [re.sub(r"[ \t]*#.*", "", block) for block in blocks]


def test_code_is_the_same_in_both_languages(bank: Bank) -> None:
    """Only comments, and the words of a message in quotation marks, are translated."""
    for owner, text in bank.texts():
        english, spanish = (
            [re.sub(r"\"[^\"\n]*\"", '""', block) for block in code_of(text, locale)] for locale in LOCALES
        )
        assert english == spanish, owner


def test_formulas_name_every_symbol(bank: Bank) -> None:
    """Each letter of a formula is in its list of symbols."""
    for formula in bank.reference.formulas:
        named = " ".join(symbol.symbol.show("en").markdown for symbol in formula.symbols)
        body = formula.formula.show("en").markdown
        letters = set(re.findall(r"(?<![\\A-Za-z])[A-Za-z](?![A-Za-z])", re.sub(r"\\[A-Za-z]+", " ", body)))
        assert letters <= set(named), formula.id


def test_the_checkpoint_resumes_and_the_device_is_chosen_as_of_today(bank: Bank) -> None:
    code = {pattern.id: pattern.code.show("en").markdown for pattern in bank.reference.patterns}
    assert all(word in code["p-01"] for word in ("zero_grad", "backward()", "step()"))
    assert "inference_mode" in code["p-02"]
    for word in ("optimizer", "scheduler", "epoch", "rng", "map_location", "load_state_dict"):
        assert word in code["p-03"], word
    assert "torch.accelerator" in code["p-04"]
    for one in code.values():
        compile(re.sub(r"```\w*", "", one), "pattern", "exec")
