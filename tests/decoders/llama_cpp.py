"""Grammars of llama.cpp, read by its own library without a model: the functions by which its own tests match a text with a grammar.

They are not of its public interface, so that the package is pinned; a list of stacks is a vector of vectors of C++.
"""

import ctypes
from pathlib import Path

FOLDER = Path(__file__).with_name("node_modules") / "@node-llama-cpp/linux-x64/bins/linux-x64"
POINTER = ctypes.c_void_p
# Fields of a vector: begin, end, and end of its memory.
VECTOR = POINTER * 3


def library():
    for pattern in ["libggml-base.so", "libggml.v*.so"]:
        ctypes.CDLL(str(next(FOLDER.glob(pattern))), mode=ctypes.RTLD_GLOBAL)
    return ctypes.CDLL(str(next(FOLDER.glob("libllama.v*.so"))))


def function(name, result, *arguments):
    made = getattr(LIBRARY, name)
    made.restype, made.argtypes = result, arguments
    return made


LIBRARY = library()
TEXT, SIZE = ctypes.c_char_p, ctypes.c_size_t
MAKE = function("_Z23llama_grammar_init_implPK11llama_vocabPKcS3_bPS3_mPKim", POINTER, POINTER, TEXT, TEXT, ctypes.c_bool,
                POINTER, SIZE, POINTER, SIZE)
ACCEPT = function("_Z20llama_grammar_acceptP13llama_grammarj", None, POINTER, ctypes.c_uint32)
STACKS = function("_Z24llama_grammar_get_stacksP13llama_grammar", ctypes.POINTER(VECTOR), POINTER)
FREE = function("_Z23llama_grammar_free_implP13llama_grammar", None, POINTER)


def stacks(state):
    begin, end, _ = STACKS(state).contents
    count = ((end or 0) - (begin or 0)) // ctypes.sizeof(VECTOR)
    return (VECTOR * count).from_address(begin) if count else []


class Grammar:
    def __init__(self, text):
        self.text = text.encode()
        FREE(self.begun())

    def begun(self):
        state = MAKE(None, self.text, b"root", False, None, 0, None, 0)
        assert state, "llama.cpp refuses the grammar"
        return state

    def admits(self, text):
        state = self.begun()
        try:
            for character in text:
                ACCEPT(state, ord(character))
                if not len(stacks(state)):
                    return False
            # The grammar is complete if a stack is empty.
            return any((begin or 0) == (end or 0) for begin, end, _ in stacks(state))
        finally:
            FREE(state)
