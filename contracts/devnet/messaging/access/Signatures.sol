// SPDX-License-Identifier: MIT
// solhint-disable gas-custom-errors, gas-small-strings
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

/// @title Signers of the protocol's digests
library Signatures {
    /// @dev Returns the account that signed `digest` with the eth_sign prefix. A malformed signature reverts with the
    /// text that the deployed system reverts with.
    function signerOf(bytes32 digest, bytes memory signature) internal pure returns (address signer) {
        ECDSA.RecoverError problem;
        (signer, problem, ) = ECDSA.tryRecover(MessageHashUtils.toEthSignedMessageHash(digest), signature);
        require(problem != ECDSA.RecoverError.InvalidSignatureLength, "ECDSA: invalid signature length");
        require(problem != ECDSA.RecoverError.InvalidSignatureS, "ECDSA: invalid signature 's' value");
        require(problem != ECDSA.RecoverError.InvalidSignature, "ECDSA: invalid signature");
    }
}
