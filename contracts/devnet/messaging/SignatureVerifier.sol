// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Signatures} from "./access/Signatures.sol";

/// @title Verifier of the protocol's signatures
contract SignatureVerifier {
    /// @notice Returns the account that signed a digest with the eth_sign prefix. A malformed signature reverts with
    /// `Error(string)`, whose text starts with "ECDSA: ".
    /// @param digest_ Digest before the prefix is added.
    /// @param signature_ 65 bytes: r, s and v.
    function recoverSigner(bytes32 digest_, bytes calldata signature_) external pure returns (address signer) {
        return Signatures.signerOf(digest_, signature_);
    }
}
