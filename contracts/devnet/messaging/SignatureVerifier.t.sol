// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {vm} from "../../../test/fixtures/solidity/Vm.sol";
import {SignatureVerifier} from "./SignatureVerifier.sol";

contract SignatureVerifierTest {
    /// @dev Half the order of the curve: a signature with a greater `s` is malleable.
    bytes32 private constant GREATEST_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    SignatureVerifier private verifier = new SignatureVerifier();

    function testFuzz_recoverSigner_addsThePrefix(uint128 seed, bytes32 digest) public view {
        uint256 key = uint256(seed) + 1;
        bytes32 prefixed = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", digest));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, prefixed);
        vm.assertEq(verifier.recoverSigner(digest, abi.encodePacked(r, s, v)), vm.addr(key));
    }

    function test_recoverSigner_revertsWithTheDeployedTexts() public {
        vm.expectRevert(_text("ECDSA: invalid signature length"));
        verifier.recoverSigner("digest", "short");
        // solhint-disable-next-line gas-small-strings
        vm.expectRevert(_text("ECDSA: invalid signature 's' value"));
        verifier.recoverSigner("digest", abi.encodePacked(bytes32("r"), bytes32(uint256(GREATEST_S) + 1), uint8(27)));
        vm.expectRevert(_text("ECDSA: invalid signature"));
        verifier.recoverSigner("digest", abi.encodePacked(bytes32(0), GREATEST_S, uint8(27)));
    }

    function _text(string memory text) private pure returns (bytes memory) {
        return abi.encodeWithSignature("Error(string)", text);
    }
}
