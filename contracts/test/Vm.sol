// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title The cheatcodes that our tests use
/// @notice Written down here, because the runner brings the cheatcodes but no Solidity library that names them.
// solhint-disable-next-line interface-starts-with-i
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    function addr(uint256 privateKey) external pure returns (address);

    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);

    function deal(address account, uint256 balance) external;

    function warp(uint256 timestamp) external;

    function prank(address sender) external;

    function recordLogs() external;

    function getRecordedLogs() external returns (Log[] memory);

    function expectEmit(address emitter) external;

    function expectRevert() external;

    function expectRevert(bytes4 selector) external;

    function expectRevert(bytes calldata revertData) external;

    function assume(bool condition) external pure;

    function assertTrue(bool condition) external pure;

    function assertFalse(bool condition) external pure;

    function assertEq(uint256 left, uint256 right) external pure;

    function assertEq(uint256 left, uint256 right, string calldata reason) external pure;

    function assertEq(address left, address right) external pure;

    function assertEq(bytes32 left, bytes32 right) external pure;

    function assertEq(bytes calldata left, bytes calldata right) external pure;

    function assertGe(uint256 left, uint256 right) external pure;

    function assertLe(uint256 left, uint256 right) external pure;
}

/// @dev Where every runner of such tests keeps its cheatcodes.
Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
