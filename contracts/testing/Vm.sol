// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Cheatcodes that the bases for tests use
/// @notice Hardhat and Foundry provide the cheatcodes; this interface has the names that both know, so that no other
/// package is needed. A project that has an interface of its own can go on using it.
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

    function chainId(uint256 id) external;

    function warp(uint256 timestamp) external;

    function roll(uint256 blockNumber) external;

    function prank(address sender) external;

    function startPrank(address sender) external;

    function stopPrank() external;

    function label(address account, string calldata name) external;

    function getNonce(address account) external view returns (uint64);

    function computeCreateAddress(address deployer, uint256 nonce) external pure returns (address);

    function recordLogs() external;

    function getRecordedLogs() external returns (Log[] memory);

    function toString(bytes32 value) external pure returns (string memory);

    function toString(bytes calldata value) external pure returns (string memory);

    function toString(address value) external pure returns (string memory);

    function toString(uint256 value) external pure returns (string memory);

    function expectEmit(address emitter) external;

    function expectRevert() external;

    function expectRevert(bytes4 selector) external;

    function expectRevert(bytes calldata revertData) external;

    function assume(bool condition) external pure;

    function assertTrue(bool condition) external pure;

    function assertTrue(bool condition, string calldata reason) external pure;

    function assertFalse(bool condition) external pure;

    function assertEq(uint256 left, uint256 right) external pure;

    function assertEq(uint256 left, uint256 right, string calldata reason) external pure;

    function assertEq(address left, address right) external pure;

    function assertEq(bytes32 left, bytes32 right) external pure;

    function assertEq(string calldata left, string calldata right) external pure;

    function assertEq(bytes calldata left, bytes calldata right) external pure;

    function assertGe(uint256 left, uint256 right) external pure;

    function assertLe(uint256 left, uint256 right) external pure;
}

/// @dev Address of the cheatcodes in every runner of such tests.
Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
